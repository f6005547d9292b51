// Scores as they are written: "+1.5" for estimates, "−2" when proven, "≥+2" for a bound.

const MARKS = { lower: "≥", upper: "≤" };

export function scoreText({ score, kind, source }) {
  const worth = source || kind;
  const whole = ["exact", "lower", "upper"].includes(worth) && Number.isInteger(score);
  const size = Math.abs(score).toFixed(whole ? 0 : 1);
  const sign = Number(size) === 0 ? "" : score > 0 ? "+" : "−";
  return `${MARKS[worth] ?? ""}${sign}${size}`;
}

export function percent(rate) {
  return `${Math.round(rate * 100)}%`;
}
