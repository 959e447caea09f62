// Where to go from a picture: the archived page and image, the live web, its record, a link to keep.
import { downloadAddress, imageAddress } from '../api/addresses.ts';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { fileNameOf, isWebUrl } from '../state/texts.ts';
import { BasketButton } from './basket-button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

/** The actions. What leaves the archive for the live web says so and tells that site nothing. */
export function ViewActions({ item }: { readonly item: Item }) {
  return (
    <div class="view-actions">
      {item.archivedPage !== null && (
        <a class="button primary" href={item.archivedPage}>
          <Icon name="archive" />
          {t('viewer.openPage')}
        </a>
      )}
      <BasketButton id={item.id} isWide />
      <a class="button small" href={downloadAddress(item.content, fileNameOf(item))} download>
        <Icon name="download" />
        {t('viewer.download')}
      </a>
      <a class="button small" href={item.archivedImage}>
        <Icon name="image" />
        {t('viewer.openImage')}
      </a>
      {isWebUrl(item.url) && (
        <a class="button small" href={item.url} rel="noreferrer noopener external" target="_blank">
          <Icon name="out" />
          {t('viewer.openOriginal')}
          <span class="hidden-text"> {t('viewer.newWindow')}</span>
        </a>
      )}
      <CopyButton label={t('viewer.copyLink')} text={() => location.href} />
      <a class="button small" href={imageAddress(item.id)} target="_blank" rel="noopener">
        <Icon name="code" />
        {t('viewer.record')}
        <span class="hidden-text"> {t('viewer.newWindow')}</span>
      </a>
      {HAS_REPORTS && (
        <a class="button small" href={`/report?id=${item.id}`}>
          {t('viewer.report')}
        </a>
      )}
    </div>
  );
}

/** Whether the operator of this server wants to hear of images; it says so in its pages. */
const HAS_REPORTS = document.querySelector('meta[name=reports]') !== null;
