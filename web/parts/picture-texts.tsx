// Text that was read in a picture: its lines, and where each of them stands.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { toOperatorQuery } from '../state/query-edit.ts';
import { printRoute } from '../state/route.ts';
import { SectionTitle } from './section-title.tsx';

type Line = NonNullable<Item['pictureTexts']>[number];

/** The line whose place is shown on the picture. */
const marked = signal<Line | undefined>(undefined);

/** The lines; nothing where none was read. A line that has the pointer or the keyboard shows where it stands. */
export function PictureTexts({ item }: { readonly item: Item }) {
  useEffect(() => () => mark(undefined), [item.id]);
  const { pictureTexts = [] } = item;
  if (pictureTexts.length === 0) return null;
  return (
    <section class="view-section">
      <SectionTitle>{t('pictureTexts.title')}</SectionTitle>
      <ul class="picture-texts" dir="auto">
        {pictureTexts.map((line) => (
          <li key={`${line.text} ${line.box.left} ${line.box.top}`}>
            <a
              href={printRoute({
                name: 'search',
                q: toOperatorQuery('text', line.text),
                sort: 'relevance',
              })}
              title={t('pictureTexts.search', { text: line.text })}
              onMouseEnter={() => mark(line)}
              onMouseLeave={() => mark(undefined)}
              onFocus={() => mark(line)}
              onBlur={() => mark(undefined)}
            >
              {line.text}
            </a>
          </li>
        ))}
      </ul>
      <p class="picture-texts-note">{t('pictureTexts.note')}</p>
    </section>
  );
}

function mark(line: Line | undefined): void {
  marked.value = line;
}

/** The frame around the line that is marked, on the picture. */
export function MarkedBox() {
  const { box } = marked.value ?? {};
  if (box === undefined) return null;
  const style = Object.fromEntries(
    (['left', 'top', 'width', 'height'] as const).map((side) => [side, `${box[side] * 100}%`]),
  );
  return <span class="text-box" style={style} aria-hidden="true" />;
}
