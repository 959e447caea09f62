// What was found by a picture: the same, nearly the same, and what looks like it.
import { t } from '../i18n/i18n.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { ImagePicker } from '../parts/image-picker.tsx';
import { Picture } from '../parts/related.tsx';
import { byImage, retryByImage } from '../state/by-image.ts';

const MATCHES = ['exact', 'near', 'alike'] as const;

/** The page. */
export function ByImagePage() {
  const { status, name, preview, answer, problem } = byImage.value;
  return (
    <div class="by-image">
      <h1>{t('byImage.title')}</h1>
      <div class="by-image-own">
        {preview !== undefined && <img src={preview} alt={t('byImage.own', { name })} />}
        <div>
          <ImagePicker hasText />
          <p class="note">{t('byImage.more')}</p>
        </div>
      </div>
      <div aria-busy={status === 'loading'}>
        {status === 'loading' && <p>{t('byImage.loading')}</p>}
        {problem !== undefined && <ErrorState problem={problem} onRetry={retryByImage} />}
        {answer?.items.length === 0 && <p class="by-image-none">{t('byImage.none')}</p>}
        {MATCHES.map((match) => {
          const items = answer?.items.filter((item) => item.match === match) ?? [];
          if (items.length === 0) return null;
          return (
            <section key={match} class="view-section" data-match={match}>
              <h2>{t(`byImage.${match}`)}</h2>
              <ul class="related">
                {items.map((item) => (
                  <Picture key={item.id} item={item} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
