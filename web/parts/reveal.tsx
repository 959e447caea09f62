// The button that shows a blurred picture.
import { t } from '../i18n/i18n.ts';
import { reveal } from '../state/revealed.ts';
import { Icon } from './icon.tsx';

/** The button; it covers the picture and can be reached by Tab. */
export function Reveal({ id }: { readonly id: string }) {
  return (
    <button type="button" class="reveal" onClick={() => reveal(id)}>
      <Icon name="hidden" />
      <span>{t('sensitive.reveal')}</span>
    </button>
  );
}
