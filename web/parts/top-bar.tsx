// The bar at the top: name, search box, other pages, settings.
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { basket } from '../state/basket.ts';
import { liveMode, loadLiveMode } from '../state/live.ts';
import { page } from '../state/navigation.ts';
import { printRoute } from '../state/route.ts';
import { Brand } from './brand.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { SearchBox } from './search-box.tsx';
import { SettingsMenu } from './settings-menu.tsx';
import { hasRoomForLinks } from './use-wide.ts';

/** The bar; the start page has its box in the middle instead. */
export function TopBar() {
  useEffect(() => void loadLiveMode(), []);
  const isStart = page.value.name === 'search' && page.value.q === '';
  const links = listPages().map(({ name, label, address }) => (
    <a key={name} href={address} aria-current={name === page.value.name ? 'page' : undefined}>
      {label}
    </a>
  ));
  return (
    <header class={`top-bar${isStart ? ' is-start' : ''}`}>
      <Brand />
      {!isStart && <SearchBox />}
      <nav class="top-links" aria-label={t('nav.label')}>
        {hasRoomForLinks.value ? (
          links
        ) : (
          <Menu label={t('nav.label')} icon="menu" isCompact>
            <ul class="menu-links">
              {links.map((link) => (
                <li key={link.key}>{link}</li>
              ))}
            </ul>
          </Menu>
        )}
        <BasketLink />
        <SettingsMenu />
      </nav>
    </header>
  );
}

/** The way to the basket, while something is in it. */
function BasketLink() {
  const count = basket.value.length;
  if (count === 0) return null;
  return (
    <a
      class="basket-link"
      href="/basket"
      title={t('nav.basket')}
      aria-current={page.value.name === 'basket' ? 'page' : undefined}
    >
      <Icon name="basket" />
      <span class="hidden-text">{t('nav.basket')} </span>
      <span class="counter">{count}</span>
    </a>
  );
}

/** The pages that there are links to; those that are about a query take it along. */
function listPages() {
  const q = 'q' in page.value ? page.value.q : '';
  const map = { name: 'map', q, sort: 'relevance', at: '', sure: 0, open: '' } as const;
  return [
    { name: 'map', label: t('nav.map'), address: printRoute(map) },
    ...(liveMode.value.isOn
      ? [{ name: 'live', label: t('nav.live'), address: printRoute({ name: 'live', q }) }]
      : []),
    { name: 'stats', label: t('nav.stats'), address: '/stats' },
    { name: 'crawls', label: t('nav.crawls'), address: '/crawls' },
    { name: 'about', label: t('nav.about'), address: '/about' },
  ];
}
