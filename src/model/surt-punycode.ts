// Code points in letters, digits and hyphens (RFC 3492), with the parameters for host names.

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const BASE = DIGITS.length;
const MIN_THRESHOLD = 1;
const MAX_THRESHOLD = 26;

/** Punycode of a label's code points: its ASCII, a hyphen, then the others as differences to each other. */
export function toPunycode(points: readonly number[]): string {
  const basic = points.filter((point) => point < 0x80);
  let output = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let handled = basic.length;
  let bias = 72;
  let delta = 0;
  let current = 0x80;
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= current));
    delta += (next - current) * (handled + 1);
    for (const point of points) {
      if (point < next) delta++;
      if (point !== next) continue;
      output += variableLengthInteger(delta, bias);
      bias = adaptBias(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    current = next + 1;
  }
  return output;
}

function variableLengthInteger(value: number, bias: number): string {
  let rest = value;
  let text = '';
  for (let position = BASE; ; position += BASE) {
    const threshold = Math.min(Math.max(position - bias, MIN_THRESHOLD), MAX_THRESHOLD);
    if (rest < threshold) return text + DIGITS.charAt(rest);
    const span = BASE - threshold;
    text += DIGITS.charAt(threshold + ((rest - threshold) % span));
    rest = Math.floor((rest - threshold) / span);
  }
}

function adaptBias(delta: number, handled: number, isFirst: boolean): number {
  const damped = Math.floor(delta / (isFirst ? 700 : 2));
  let rest = damped + Math.floor(damped / handled);
  let steps = 0;
  while (rest > ((BASE - MIN_THRESHOLD) * MAX_THRESHOLD) / 2) {
    rest = Math.floor(rest / (BASE - MIN_THRESHOLD));
    steps += BASE;
  }
  return steps + Math.floor((BASE * rest) / (rest + 38));
}
