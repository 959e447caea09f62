// The button that shows all of a long list, or its first entries again.
import type { Signal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';

/** `hidden` is the number of entries that are not shown while `isAll` is false. */
export function MoreButton({ isAll, hidden }: { isAll: Signal<boolean>; hidden: number }) {
  return (
    <button
      type="button"
      class="link-button"
      aria-expanded={isAll.value}
      onClick={() => {
        isAll.value = !isAll.value;
      }}
    >
      {isAll.value ? t('filters.fewer') : t('filters.more', { count: hidden })}
    </button>
  );
}
