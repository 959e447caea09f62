// The colours of a picture as swatches that lead to pictures in that colour.
import { familyOf, readHex } from '../../src/model/color.ts';
import type { Item } from '../api/types.ts';
import { formatShare, t } from '../i18n/i18n.ts';
import { printRoute } from '../state/route.ts';
import { valueLabel } from './filter-labels.ts';

/** One swatch for each colour, as wide as its share; the name of its family is told to all. */
export function Palette({ palette }: { readonly palette: NonNullable<Item['palette']> }) {
  return (
    <ul class="palette">
      {palette.map(({ color, share }) => {
        const rgb = readHex(color);
        if (rgb === undefined) return null;
        const family = familyOf(rgb);
        const label = t('facts.share', {
          color: valueLabel('color', family),
          share: formatShare(share, 1),
        });
        return (
          <li key={color} style={{ flexGrow: String(share) }}>
            <a
              href={printRoute({ name: 'search', q: `color:${family}`, sort: 'relevance' })}
              style={{ background: color }}
              title={`${label} (${color})`}
            >
              <span class="hidden-text">{label}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
