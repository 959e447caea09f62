// Puts a picture into the basket, or takes it out.
import { t } from '../i18n/i18n.ts';
import { addToBasket, basket, removeFromBasket } from '../state/basket.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly id: string;
  /** What the picture is called, for those who hear a page of many such buttons. */
  readonly title?: string;
  /** With its words, among the actions of a picture; otherwise round, upon its tile. */
  readonly isWide?: boolean;
}

/** The button. */
export function BasketButton({ id, title = '', isWide = false }: Properties) {
  const isIn = basket.value.includes(id);
  const label = t(isIn ? 'tile.collected' : 'tile.collect');
  return (
    <button
      type="button"
      class={isWide ? 'button small' : `collect${isIn ? ' is-in' : ''}`}
      aria-label={isWide || title === '' ? undefined : `${label}: ${title}`}
      title={isWide ? undefined : label}
      onClick={() => (isIn ? removeFromBasket(id) : addToBasket(id))}
    >
      <Icon name={isIn ? 'check' : 'plus'} />
      <span class={isWide ? undefined : 'hidden-text'}>{label}</span>
    </button>
  );
}
