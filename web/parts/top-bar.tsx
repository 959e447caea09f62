// The bar at the top: name, search box, other pages, settings.
import { t } from '../i18n/i18n.ts';
import { page } from '../state/navigation.ts';
import { Brand } from './brand.tsx';
import { SearchBox } from './search-box.tsx';
import { SettingsMenu } from './settings-menu.tsx';

/** The bar; the start page has its box in the middle instead. */
export function TopBar() {
  const { name } = page.value;
  const isStart = page.value.name === 'search' && page.value.q === '';
  return (
    <header class={`top-bar${isStart ? ' is-start' : ''}`}>
      <Brand />
      {!isStart && <SearchBox />}
      <nav class="top-links" aria-label={t('nav.label')}>
        <a href="/stats" aria-current={name === 'stats' ? 'page' : undefined}>
          {t('nav.stats')}
        </a>
        <a href="/about" aria-current={name === 'about' ? 'page' : undefined}>
          {t('nav.about')}
        </a>
        <SettingsMenu />
      </nav>
    </header>
  );
}
