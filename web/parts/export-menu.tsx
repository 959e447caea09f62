// All results as a file; their pictures too, in packages.
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportAddress,
  MOST_PACKED,
  PACKAGE_FORMATS,
} from '../api/addresses.ts';
import { t } from '../i18n/i18n.ts';
import { answeredQuery, results } from '../state/results.ts';
import type { SearchRoute } from '../state/route.ts';
import { toServerQuery } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { exportNote } from './amounts.ts';
import { Menu } from './menu.tsx';

/** The name of a format, which is written in capitals as a rule. */
export function formatName(format: ExportFormat): string {
  return format === 'geojson' ? 'GeoJSON' : format.toUpperCase();
}

/** The menu; its links are plain downloads. */
export function ExportMenu({ route: { q, sort } }: { readonly route: SearchRoute }) {
  const asked = toServerQuery(answeredQuery(q), settings.value.sensitive);
  const list = (formats: readonly ExportFormat[]) => (
    <ul class="menu-links">
      {formats.map((format) => (
        <li key={format}>
          <a href={exportAddress(asked, sort, format)} download>
            <strong translate={false}>{formatName(format)}</strong>
            <span>{t(`export.${format}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <Menu label={t('export.title')} icon="download" isCompact>
      <p class="note">{exportNote(results.value.total)}</p>
      {list(EXPORT_FORMATS)}
      <p class="note">{t('export.packed', { count: MOST_PACKED })}</p>
      {list(PACKAGE_FORMATS)}
    </Menu>
  );
}
