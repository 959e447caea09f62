// Names of filters and of their values in the language of the page.
import { COLOR_FAMILIES, type ColorFamily } from '../../src/model/color.ts';
import { KINDS, type Kind } from '../../src/model/kind.ts';
import type { OperatorName } from '../../src/model/query/query.ts';
import { languageName, t } from '../i18n/i18n.ts';
import { formatOf } from '../state/texts.ts';

/** Name of a filter. */
export function filterLabel(operator: OperatorName): string {
  return t(`filter.${operator}`);
}

/** A value as people read it. */
export function valueLabel(operator: OperatorName, value: string): string {
  switch (operator) {
    case 'site':
      return value.replace(/^www\.(?=.*\.)/, '');
    case 'type':
      return formatOf(value);
    case 'lang':
      return languageName(value);
    case 'size':
      if (value === 'sm' || value === 'md' || value === 'lg') return t(`size.${value}`);
      return value;
    case 'orientation':
      if (value === 'landscape' || value === 'portrait' || value === 'square') {
        return t(`orientation.${value}`);
      }
      return value;
    case 'color':
      return COLOR_FAMILIES.some((family) => family === value)
        ? t(`color.${value as ColorFamily}`) // one of them
        : value;
    case 'kind':
      return KINDS.some((kind) => kind === value) ? t(`kind.${value as Kind}`) : value; // one of them
    case 'licence':
      if (value === 'cc' || value === 'pd' || value === 'other' || value === 'reserved') {
        return t(`licence.${value}`);
      }
      return value === 'cc0' ? 'CC0' : `CC ${value.toUpperCase()}`;
    case 'geo':
      return t(value === 'yes' ? 'geo.yes' : 'geo.no');
    case 'animated':
      return t(value === 'yes' ? 'animated.yes' : 'animated.no');
    case 'variants':
      return t(value === 'all' ? 'variants.all' : 'variants.best');
    case 'safe':
      return t(value === 'on' ? 'safe.on' : 'safe.off');
    default:
      return value;
  }
}
