// The list below the search box.
import { formatNumber, t } from '../i18n/i18n.ts';
import { changeSettings } from '../state/settings.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Option } from './use-suggestions.ts';

const ICONS: Readonly<Record<Option['kind'], IconName>> = {
  word: 'word',
  site: 'site',
  collection: 'collection',
  place: 'place',
  operator: 'operator',
  recent: 'clock',
};

interface Properties {
  readonly id: string;
  readonly isShown: boolean;
  readonly options: readonly Option[];
  readonly active: number;
  readonly onTake: (option: Option) => void;
  readonly onPoint: (at: number) => void;
}

/** The list; each line tells what kind of thing it is, so that no place is taken for a word. */
export function SuggestionList({ id, isShown, options, active, onTake, onPoint }: Properties) {
  const isRecent = options[0]?.kind === 'recent';
  return (
    <div class="suggestions" hidden={!isShown}>
      <div id={`${id}-list`} role="listbox" aria-label={t('suggest.label')}>
        {isShown &&
          options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, as the pattern asks.
            <div
              key={option.replacement}
              id={`${id}-option-${at}`}
              role="option"
              aria-selected={at === active}
              class="suggestion"
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onPoint(at)}
              onClick={() => onTake(option)}
            >
              <Icon name={ICONS[option.kind]} />
              <bdi class="suggestion-text">{option.text}</bdi>
              <span class="suggestion-kind">{t(`suggest.${option.kind}`)}</span>
              {option.count > 0 && (
                <span class="suggestion-count">
                  {formatNumber(option.count)}
                  <span class="hidden-text"> {t('suggest.images', { count: option.count })}</span>
                </span>
              )}
            </div>
          ))}
      </div>
      {isRecent && (
        <button type="button" class="link-button" onClick={() => changeSettings({ recent: [] })}>
          {t('suggest.forget')}
        </button>
      )}
    </div>
  );
}
