// Everyday words of English, by which names such as Nice and Reading are told apart from those that are names alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWord } from '../../src/places/name-key.ts';
import type { Sources } from './sources.ts';

/** Folded words that the dictionary writes with a small letter, with their plain endings. */
export function readEverydayWords(sources: Sources): Set<string> {
  const words = new Set<string>();
  for (const line of readFileSync(join(sources.english, 'index.dic'), 'utf8').split('\n')) {
    const [stem = '', flags = ''] = line.trim().split('/');
    if (!/^[a-z]{2,}$/.test(stem)) continue;
    const add = (word: string): unknown => words.add(foldWord(word));
    add(stem);
    if (flags.includes('S')) add(`${stem}s`);
    if (flags.includes('G')) add(stem.endsWith('e') ? `${stem.slice(0, -1)}ing` : `${stem}ing`);
    if (flags.includes('D')) add(stem.endsWith('e') ? `${stem}d` : `${stem}ed`);
  }
  return words;
}
