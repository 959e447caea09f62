// Every capture with its time, address and place in the archive.
import type { Version } from '../api/types.ts';
import { formatMoment, formatNumber, t } from '../i18n/i18n.ts';
import { listTitle } from './amounts.ts';

interface Properties {
  readonly versions: readonly Version[];
  readonly total: number;
}

/** The list, folded up. */
export function CaptureList({ versions, total }: Properties) {
  return (
    <details class="fold">
      <summary>{listTitle(versions.length, total)}</summary>
      <ol class="capture-list">
        {versions.map(({ time, url, file, offset, archivedImage, changed }) => (
          <li key={`${time} ${url}`}>
            <a href={archivedImage}>
              <time dateTime={time}>{formatMoment(time)}</time>
            </a>
            <span class="view-url" dir="ltr">
              {url}
            </span>
            <span class="note" dir="ltr">
              {file} @ {offset}
            </span>
            {changed && <span class="tag is-changed">{t('captures.changed')}</span>}
          </li>
        ))}
      </ol>
      {total > versions.length && (
        <p class="note">{t('captures.more', { count: formatNumber(total - versions.length) })}</p>
      )}
    </details>
  );
}
