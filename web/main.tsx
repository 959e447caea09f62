// Starts the page: takes over what the server wrote into it.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { loadLanguage } from './i18n/i18n.ts';
import { loadImageView } from './parts/load-image-view.ts';
import { keepBasket } from './state/basket.ts';
import { loadDetails } from './state/details.ts';
import { page, startNavigation } from './state/navigation.ts';
import { watchNetwork } from './state/network.ts';
import { search } from './state/results.ts';
import type { Route } from './state/route.ts';
import { applySettings, settings } from './state/settings.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/top-bar.css';
import './styles/search-box.css';
import './styles/search-page.css';
import './styles/filters.css';
import './styles/time-line.css';
import './styles/grid.css';
import './styles/basket.css';
import './styles/viewer.css';
import './styles/details.css';
import './styles/states.css';
import './styles/plain.css';

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) return;
  startNavigation();
  keepBasket();
  watchNetwork();
  askForPage(page.peek());
  // The first words must be in the right language: what the server wrote stays until they are.
  await loadLanguage(settings.peek().language).catch(() => {});
  effect(() => {
    loadLanguage(settings.value.language).catch(() => {});
  });
  applySettings();
  root.replaceChildren();
  render(<App />, root);
}

/** Asks for what the first page needs, or takes what the server wrote, before anything is drawn. */
function askForPage(route: Route): void {
  if (route.name === 'search') search(route.q, route.sort);
  if (route.name === 'image') {
    loadDetails(route.id);
    void loadImageView().catch(() => {}); // the page itself says when it cannot be had
  }
}

void start();
