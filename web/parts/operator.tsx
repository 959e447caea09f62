// The fold for operators at the end of an image; what is in it is loaded when somebody opens it.
import { useSignal } from '@preact/signals';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { Lazy } from './lazy.tsx';

const loadPanel = () => import('./operator-panel.tsx');

/** The fold. */
export function Operator({ item }: { readonly item: Item }) {
  const isOpen = useSignal(false);
  return (
    <details
      class="fold"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{t('operator.fold')}</summary>
      {isOpen.value && <Lazy key={item.id} load={loadPanel} properties={{ item }} />}
    </details>
  );
}
