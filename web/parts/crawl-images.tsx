// The images that a crawl captured last.
import { useSignal } from '@preact/signals';
import type { CrawlDetail } from '../api/types.ts';
import { formatBytes, t } from '../i18n/i18n.ts';
import { printRoute } from '../state/route.ts';

type Image = NonNullable<CrawlDetail['view']>['images'][number];

/** The images, the newest first. */
export function CrawlImages({ images }: { readonly images: readonly Image[] }) {
  if (images.length === 0) return null;
  return (
    <section class="chart" aria-label={t('crawls.lastImages')}>
      <h2>{t('crawls.lastImages')}</h2>
      <ul class="crawl-images">
        {images.map((image) => (
          <li key={`${image.id} ${image.at}`}>
            <LastImage image={image} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LastImage({ image }: { readonly image: Image }) {
  const { id, url, width, height, bytes, isWanted } = image;
  // It is in the library some seconds later, and its thumbnail at the end of the task.
  const sources = [`/api/v1/images/${id}/thumbnail`, `/api/v1/images/${id}/content`];
  const failures = useSignal(0);
  const source = sources[failures.value];
  const name = decode(url.replace(/[?#].*$/s, '').replace(/^.*\//s, '')) || url;
  return (
    <a href={printRoute({ name: 'image', id, q: '', sort: 'relevance' })} title={url}>
      {source === undefined ? (
        <span class="crawl-image-gap" />
      ) : (
        <img
          src={source}
          alt=""
          loading="lazy"
          onError={() => {
            failures.value += 1;
          }}
        />
      )}
      <span class="crawl-image-name">
        <bdi>{name}</bdi>
      </span>
      <span class="note">
        {t(isWanted ? 'crawls.imageWanted' : 'crawls.imageKept', {
          width: String(width),
          height: String(height),
          bytes: formatBytes(bytes),
        })}
      </span>
    </a>
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded as it should be
  }
}
