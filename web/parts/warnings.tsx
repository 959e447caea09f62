// What the server says about the query: parts that were left out or taken in another way.
import type { SearchWarning } from '../api/types.ts';
import { translatedWords } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly warnings: readonly SearchWarning[];
  readonly q: string;
}

/** The warnings; in English where the language of the page has no words for one. */
export function Warnings({ warnings, q }: Properties) {
  if (warnings.length === 0) return null;
  const words = translatedWords()?.warnings;
  return (
    <ul class="warnings">
      {warnings.map(({ code, message, severity, start = 0, end = 0 }) => {
        const own = words?.[code]?.replace('{part}', () =>
          q.slice(start, Math.min(end, start + 40)),
        );
        return (
          <li key={`${code} ${start}`} class={`is-${severity}`}>
            <Icon name="warning" />
            <span lang={own === undefined ? 'en' : undefined}>{own ?? message}</span>
          </li>
        );
      })}
    </ul>
  );
}
