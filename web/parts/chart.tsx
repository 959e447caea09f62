// A chart with its title, the same as a table, and a file of it.
import type { ComponentChildren } from 'preact';
import { formatNumber, formatShare, t } from '../i18n/i18n.ts';
import { type Row, toCsv } from '../state/stats.ts';
import { Icon } from './icon.tsx';

interface Properties {
  /** Name of the file. */
  readonly name: string;
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly Row[];
  readonly whole?: number;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** The figure; nothing when there is nothing to show. */
export function Chart({ name, title, note, rows, whole, isWide = false, children }: Properties) {
  if (rows.length === 0) return null;
  const all = whole ?? rows.reduce((sum, { count }) => sum + count, 0);
  const hasShare = name !== 'merging';
  return (
    <figure class={`chart${isWide ? ' is-wide' : ''}`}>
      <figcaption>
        <h2>{title}</h2>
        {note !== undefined && <p class="note">{note}</p>}
      </figcaption>
      <div aria-hidden="true">{children}</div>
      <details class="fold">
        <summary>{t('stats.table')}</summary>
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('stats.value')}</th>
                <th scope="col">{t('stats.count')}</th>
                {hasShare && <th scope="col">{t('stats.share')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, count, href, lang }) => (
                <tr key={label}>
                  <th scope="row">
                    {href === undefined ? (
                      <bdi lang={lang}>{label}</bdi>
                    ) : (
                      <a href={href}>
                        <bdi>{label}</bdi>
                      </a>
                    )}
                  </th>
                  <td>{formatNumber(count)}</td>
                  {hasShare && <td>{formatShare(count, all)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <a
          class="button small"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(toCsv([t('stats.value'), t('stats.count')], rows))}`}
          download={`pinakes-${name}.csv`}
        >
          <Icon name="download" />
          {t('stats.csv')}
          <span class="hidden-text"> {title}</span>
        </a>
      </details>
    </figure>
  );
}
