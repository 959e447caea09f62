// The sizes in which a library holds a picture: its variants, the best first.
import { useEffect } from 'preact/hooks';
import { imageAddress } from '../api/addresses.ts';
import type { Item, ListAnswer } from '../api/types.ts';
import { formatNumber, t } from '../i18n/i18n.ts';
import { createResource } from '../state/resource.ts';
import { printRoute } from '../state/route.ts';
import { formatOf } from '../state/texts.ts';

const variants = createResource<ListAnswer<Item>>();

/** Links to the variants; nothing for a picture that is the only one. */
export function Sizes({ item }: { readonly item: Item }) {
  const address = imageAddress(item.id, 'variants');
  const isOne = item.variants === undefined;
  useEffect(() => {
    if (!isOne) variants.load(address);
  }, [address, isOne]);
  const { key, value } = variants.state.value;
  if (isOne || key !== address || value === undefined) return null;
  return (
    <ul class="sizes">
      {value.items.map(({ id, width, height, mime }) => (
        <li key={id}>
          <a
            class="tag"
            href={printRoute({ name: 'image', id, q: '', sort: 'relevance' })}
            aria-current={id === item.id ? 'true' : undefined}
          >
            {t('facts.pixels', { width: formatNumber(width), height: formatNumber(height) })}{' '}
            {formatOf(mime)}
          </a>
        </li>
      ))}
    </ul>
  );
}
