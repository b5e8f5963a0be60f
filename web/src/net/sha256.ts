/** SHA-256 of a text, in hexadecimal digits. The browser's own is there only where the page is served over TLS. */

/** The first 32 bits of the fractional parts of a root (the square or cube root) of the first primes. */
function fractions(count: number, root: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => {
    const value = prime ** (1 / root);
    return ((value - Math.floor(value)) * 2 ** 32) | 0;
  });
}

const ROUNDS = fractions(64, 3);
const START = fractions(8, 2);

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message with its end: a one bit, zeros, and its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const block = new Uint8Array(length);
  block.set(bytes);
  block[bytes.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  return view;
}

/** Mixes one block of 64 bytes into the eight words. */
function mix(words: readonly number[], view: DataView, at: number): number[] {
  const w: number[] = [];
  for (let i = 0; i < 16; i++) w.push(view.getUint32(at + 4 * i) | 0);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [w[i - 2]!, w[i - 15]!];
    const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    w.push((w[i - 16]! + s0 + w[i - 7]! + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = words as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + words[i]!) | 0);
}

export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  let words = START;
  for (let at = 0; at < view.byteLength; at += 64) words = mix(words, view, at);
  return words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
