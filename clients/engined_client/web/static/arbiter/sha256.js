// SHA-256 (FIPS 180-4). Browsers have their own only for pages that came by https or from their own machine, and a club's
// page comes from a neighbour's by http.

const PRIMES = [];
for (let candidate = 2; PRIMES.length < 64; candidate++) {
  if (PRIMES.every((prime) => candidate % prime)) PRIMES.push(candidate);
}
const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
const ROUNDS = PRIMES.map((prime) => fraction(prime ** (1 / 3)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

// The hash of a text, in hexadecimal digits.
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let state = START;
  for (let block = 0; block < padded.byteLength; block += 64) state = compressed(state, padded, block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function compressed(state, data, block) {
  const words = [...Array(16).keys()].map((at) => data.getInt32(block + 4 * at));
  for (let at = 16; at < 64; at++) {
    const [before, late] = [words[at - 15], words[at - 2]];
    const first = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[at - 16] + first + words[at - 7] + second) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}
