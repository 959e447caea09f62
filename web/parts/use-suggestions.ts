// Suggestions for what is typed: the server's, or the last searches while the box is empty.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { suggestAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { SuggestAnswer, Suggestion } from '../api/types.ts';
import { settings } from '../state/settings.ts';

/** A line of the list. */
export interface Option extends Omit<Suggestion, 'kind'> {
  readonly kind: Suggestion['kind'] | 'recent';
}

const MOST = 8;
/** Time between two keys of somebody who types. */
const PAUSE_MS = 120;

/** The options for a text; none while the list is not wanted. */
export function useSuggestions(text: string, isWanted: boolean): readonly Option[] {
  const found = useSignal<readonly Option[]>([]);
  useEffect(() => {
    if (!isWanted || text.trim() === '') {
      found.value = [];
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void ask(text, abort.signal).then(show), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };

    function show(options: readonly Option[] | undefined): void {
      if (options !== undefined && !abort.signal.aborted) found.value = options;
    }
  }, [text, isWanted, found]);
  if (!isWanted) return [];
  return text.trim() === '' ? settings.value.recent.map(toRecent) : found.value;
}

/** Suggestions are a help: when they cannot be had, nobody needs to be told. */
async function ask(text: string, signal: AbortSignal): Promise<readonly Option[] | undefined> {
  try {
    return (await fetchJson<SuggestAnswer>(suggestAddress(text, MOST), signal)).suggestions;
  } catch {
    return undefined;
  }
}

function toRecent(q: string): Option {
  return { kind: 'recent', text: q, replacement: q, count: 0 };
}
