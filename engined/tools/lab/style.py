"""How the page looks: on a light screen, on a dark one, on paper. It holds no character that XML would escape.

In a narrow window a table with lines of moves has a row below each other: what is in it, with its heads before it.
"""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1d2126; --soft: #5b6470; --hair: #d9dde2; --wash: #f4f6f8;
  --field: #cfe3d4; --field-line: #8fae98; --heat: #1f5fa8; --heat-ink: #fff;
  --s0: #1f5fa8; --s1: #c25a13; --s2: #2a8a57; --s3: #8b3fa0; --bar: #7f9fc4; }
@media (prefers-color-scheme: dark) { :root { --paper: #15181c; --ink: #e4e7ea; --soft: #9aa4af; --hair: #363c44;
  --wash: #1d2126; --field: #2f5a40; --field-line: #4c7d5f; --heat: #7db3ee; --heat-ink: #10151b;
  --s0: #7db3ee; --s1: #f0995a; --s2: #6fcf9b; --s3: #cf93e0; --bar: #4f78a8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "DejaVu Serif", serif; }
main { max-width: 58rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .6rem; padding-top: .7rem; border-top: 1px solid var(--hair); }
p { margin: .5rem 0; max-width: 46rem; }
.meta, figcaption, .missing, footer { color: var(--soft); font-size: .86rem; }
.abstract { border-left: 3px solid var(--s0); padding: .1rem 0 .1rem 1rem; margin: 1.4rem 0; }
table, svg, .meta, pre, dt, footer { font-family: "Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin-top: .4rem; }
table { border-collapse: collapse; font-size: .84rem; border-top: 1.5px solid var(--ink);
  border-bottom: 1.5px solid var(--ink); }
th { font-weight: 600; border-bottom: 1px solid var(--ink); vertical-align: bottom; }
th, td { padding: .22rem .8rem .22rem 0; text-align: right; white-space: nowrap; }
th.word, td.word, th.line { text-align: left; }
td.line { white-space: normal; max-width: 24rem; text-align: left; }
.row { display: flex; flex-wrap: wrap; gap: 1.6rem; margin: 1.2rem 0; align-items: flex-start; }
.row .drawn { flex: 1 1 22rem; max-width: 27rem; }
.row .listed { flex: 0 1 auto; max-width: 100%; }
.listed figcaption { width: 0; min-width: 100%; }
figure { margin: 0; break-inside: avoid; }
svg + figcaption { margin-top: .35rem; }
.game { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; margin: 1rem 0; }
.game figure { flex: 0 1 19rem; }
.game dl { flex: 1 1 20rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; font-size: .95rem; }
dt { color: var(--soft); font-size: .84rem; line-height: 1.7; }
dd { margin: 0; }
svg { display: block; width: 100%; height: auto; font-size: 11px; fill: var(--ink); }
svg text { fill: var(--soft); }
svg .title { fill: var(--ink); }
.axis { stroke: var(--soft); }
.grid { stroke: var(--hair); stroke-width: .7; }
.rule { stroke: var(--soft); stroke-dasharray: 4 3; }
.bar { fill: var(--bar); }
.line { fill: none; stroke-width: 1.6; }
.error { stroke-width: 1; }
.band { fill: var(--s0); fill-opacity: .14; }
.line.s0, .error.s0 { stroke: var(--s0); } .dot.s0, .key.s0 { fill: var(--s0); }
.line.s1, .error.s1 { stroke: var(--s1); } .dot.s1, .key.s1 { fill: var(--s1); }
.line.s2, .error.s2 { stroke: var(--s2); } .dot.s2, .key.s2 { fill: var(--s2); }
.line.s3, .error.s3 { stroke: var(--s3); } .dot.s3, .key.s3 { fill: var(--s3); }
.field { fill: var(--field); stroke: var(--field-line); }
.heat { fill: var(--heat); stroke: var(--hair); }
.disc { stroke: #0006; }
svg .cell { font-size: 10px; } svg .weak { fill: var(--ink); } svg .strong { fill: var(--heat-ink); }
pre { background: var(--wash); padding: .9rem 1.1rem; overflow-x: auto;
  font: .82rem/1.45 "DejaVu Sans Mono", monospace; }
@media screen and (max-width: 44rem) { main { padding: 1.5rem 1rem 3rem; } table { font-size: .76rem; }
  th, td { padding-right: .35rem; } th, td.word { white-space: normal; }
  table:has(td.line) { border-bottom: none; } table:has(td.line) thead,
  tr:has(td.line) td:empty { display: none; }
  tr:has(td.line) { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .3rem 0;
    border-bottom: 1px solid var(--hair); }
  tr:has(td.line) td { padding: 0; max-width: none; } tr:has(td.line) td:is(:first-child, .line) { flex: 0 0 100%; }
  tr:has(td.line) td:first-child { font-weight: 600; }
  tr:has(td.line) td.number::before { content: attr(data-head) " "; color: var(--soft); } }
@media print { :root { --paper: #fff; --ink: #000; --soft: #444; --hair: #ccc; --wash: #fff; --field: #dcebe0;
    --field-line: #7c9a86; --heat: #1f5fa8; --heat-ink: #fff; --s0: #1f5fa8; --s1: #c25a13; --s2: #2a8a57;
    --s3: #8b3fa0; --bar: #7f9fc4; color-scheme: light; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; } h2 { break-after: avoid; }
  tr, pre { break-inside: avoid; } .listed { break-inside: auto; } .row .drawn { flex-basis: 45%; max-width: 48%; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
