// All results as a file, in one of three formats.
import { EXPORT_FORMATS, exportAddress } from '../api/addresses.ts';
import { t } from '../i18n/i18n.ts';
import { toServerQuery } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { Menu } from './menu.tsx';

/** The menu; its links are plain downloads. */
export function ExportMenu({ q }: { readonly q: string }) {
  const asked = toServerQuery(q, settings.value.sensitive);
  return (
    <Menu label={t('export.title')} icon="download" isCompact>
      <p class="note">{t('export.what')}</p>
      <ul class="menu-links">
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a href={exportAddress(asked, format)} download>
              <strong translate={false}>{format.toUpperCase()}</strong>
              <span>{t(`export.${format}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
