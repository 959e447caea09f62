// The filters on narrow screens: a sheet over the results.
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { withoutFilters } from '../state/query-edit.ts';
import { results } from '../state/results.ts';
import { printRoute, type SearchRoute } from '../state/route.ts';
import { FilterPanel } from './filter-panel.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly route: SearchRoute;
  readonly isOpen: Signal<boolean>;
}

/** The sheet; results change behind it as boxes are checked. */
export function FilterSheet({ route, isOpen }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen.value]);
  const close = () => {
    isOpen.value = false;
  };
  const count = results.value.total?.value;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog as well as a click beside it.
    <dialog
      class="sheet"
      ref={dialog}
      aria-label={t('filters.title')}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {isOpen.value && (
        <div class="sheet-box">
          <div class="sheet-bar">
            <h2>{t('filters.title')}</h2>
            <button
              type="button"
              class="button quiet round"
              aria-label={t('filters.close')}
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </div>
          <FilterPanel route={route} />
          <div class="sheet-foot">
            <a class="button" href={printRoute({ ...route, q: withoutFilters(route.q) })}>
              {t('chips.clear')}
            </a>
            <button type="button" class="button primary" onClick={close}>
              {count === undefined ? t('filters.done') : t('filters.show', { count })}
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}
