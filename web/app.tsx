// The frame of all pages: skip link, bar, page, foot, and what is told to screen readers.
import { useEffect } from 'preact/hooks';
import { t } from './i18n/i18n.ts';
import { NAME } from './parts/brand.tsx';
import { KeysDialog } from './parts/keys-dialog.tsx';
import { Lazy } from './parts/lazy.tsx';
import { OfflineBar } from './parts/offline-bar.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { ByImagePage } from './routes/by-image.tsx';
import { ImagePage } from './routes/image.tsx';
import { NotFoundPage } from './routes/not-found.tsx';
import { SearchPage } from './routes/search.tsx';
import { announcement } from './state/announce.ts';
import { listenForPictures } from './state/by-image.ts';
import { detail } from './state/details.ts';
import { page } from './state/navigation.ts';
import type { Route } from './state/route.ts';
import { titleOf as nameOf } from './state/texts.ts';

const loadMap = () => import('./routes/map.tsx');
const loadStats = () => import('./routes/stats.tsx');
const loadCrawls = () => import('./routes/crawls.tsx');
const loadLive = () => import('./routes/live.tsx');
const loadBasket = () => import('./routes/basket.tsx');
const loadAbout = () => import('./routes/about.tsx');

/** The application. */
export function App() {
  const route = page.value;
  const title = titleOf(route);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(listenForPictures, []);
  return (
    <>
      <a class="skip" href="#main">
        {t('nav.skip')}
      </a>
      <TopBar />
      <OfflineBar />
      <main id="main" tabIndex={-1}>
        <Page route={route} />
      </main>
      <footer class="foot">
        <span>{t('foot.private')}</span>
        <a href="/api/docs">{t('foot.api')}</a>
      </footer>
      <KeysDialog />
      <div class="hidden-text" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function Page({ route }: { readonly route: Route }) {
  switch (route.name) {
    case 'search':
      return <SearchPage route={route} />;
    case 'image':
      return <ImagePage route={route} />;
    case 'map':
      return <Lazy key="map" load={loadMap} properties={{}} />;
    case 'stats':
      return <Lazy key="stats" load={loadStats} properties={{}} />;
    case 'crawls':
      return <Lazy key="crawls" load={loadCrawls} properties={{}} />;
    case 'live':
      return <Lazy key="live" load={loadLive} properties={{}} />;
    case 'basket':
      return <Lazy key="basket" load={loadBasket} properties={{ route }} />;
    case 'about':
      return <Lazy key="about" load={loadAbout} properties={{}} />;
    case 'by-image':
      return <ByImagePage />;
    case 'missing':
      return <NotFoundPage />;
  }
}

function titleOf(route: Route): string {
  switch (route.name) {
    case 'search':
      return route.q === '' ? NAME : `${route.q} – ${NAME}`;
    case 'image': {
      const item = detail.state.value.value;
      const title = item?.id === route.id ? nameOf(item) : '';
      return `${title || t('viewer.label')} – ${NAME}`;
    }
    case 'map':
      return `${route.q === '' ? t('nav.map') : route.q} – ${NAME}`;
    case 'stats':
      return `${t('nav.stats')} – ${NAME}`;
    case 'crawls':
      return `${t('nav.crawls')} – ${NAME}`;
    case 'live':
      return `${route.q === '' ? t('nav.live') : route.q} – ${NAME}`;
    case 'basket':
      return `${t('nav.basket')} – ${NAME}`;
    case 'about':
      return `${t('nav.about')} – ${NAME}`;
    case 'by-image':
      return `${t('byImage.title')} – ${NAME}`;
    case 'missing':
      return `${t('notFound.title')} – ${NAME}`;
  }
}
