// The button that takes a picture to search by.
import { useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { searchByImage } from '../state/by-image.ts';
import { Icon } from './icon.tsx';

/** The button; `hasText`: with its words beside the pictogram. */
export function ImagePicker({ hasText = false }: { readonly hasText?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class={hasText ? 'button primary' : 'clear by-image-button'}
        aria-label={hasText ? undefined : t('byImage.button')}
        title={hasText ? undefined : t('byImage.button')}
        onClick={() => input.current?.click()}
      >
        <Icon name="image" />
        {hasText && t('byImage.choose')}
      </button>
      <input
        ref={input}
        class="by-image-file"
        type="file"
        accept="image/*"
        hidden
        tabIndex={-1}
        aria-label={t('byImage.choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void searchByImage(file);
          event.currentTarget.value = ''; // the same file may be chosen again
        }}
      />
    </>
  );
}
