// From what a recogniser gives for a line of text to letters: at each step the most probable sign, repeats and blanks left out (CTC).

/** What a recogniser says. */
export interface ReadLine {
  readonly text: string;
  /** Mean probability of its letters, from 0 to 1. */
  readonly confidence: number;
}

/** Between words of five languages the space had 0.11 to 0.9, between letters hardly 0.03. */
const GAP_LIMIT = 0.08;

/**
 * Reads `steps` rows of probabilities; of the signs the first is the blank, which separates repeats, the last one the space.
 */
export function decodeLine(
  probabilities: Float32Array,
  steps: number,
  signs: readonly string[],
): ReadLine {
  const count = signs.length;
  let text = '';
  let before = 0;
  let sum = 0;
  let letters = 0;
  for (let step = 0; step < steps; step++) {
    let best = 0;
    let most = -1;
    for (let sign = 0; sign < count; sign++) {
      const probability = probabilities[step * count + sign] ?? 0;
      if (probability <= most) continue;
      most = probability;
      best = sign;
    }
    if (best !== 0 && best !== before) {
      text += signs[best] ?? '';
      sum += most;
      letters++;
    } else if (best === 0 && !text.endsWith(' ')) {
      // Gaps between words are narrow in Latin scripts: the blank wins over the space, but not by far.
      const gap = probabilities[step * count + count - 1] ?? 0;
      if (gap > GAP_LIMIT) text += ' ';
    }
    before = best;
  }
  return { text: tidy(text), confidence: letters === 0 ? 0 : sum / letters };
}

/** The recogniser knows no `ß` and reads a `B`, which no other word has behind a small vowel. */
function tidy(text: string): string {
  return text
    .replace(/(?<=\p{L}[aeiouäöü])B(?=[eltnk]|(?!\p{L}))/gu, 'ß')
    .replace(/ {2,}/g, ' ')
    .trim();
}
