// Texts with wildcards: `*` stands for any characters, also none.
import type { TextPattern } from './where-node.ts';

/**
 * Whether a text fits. Each piece is looked for once, from left to right and as early as it can be, so that no
 * pattern is slow.
 */
export function matchesPattern(pattern: TextPattern, text: string): boolean {
  const [first = ''] = pattern;
  if (pattern.length === 1) return text === first;
  const last = pattern[pattern.length - 1] ?? '';
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (let index = 1; index < pattern.length - 1; index++) {
    const piece = pattern[index] ?? '';
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
