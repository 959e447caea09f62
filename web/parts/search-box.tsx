// The search box with suggestions: a combobox with a list, as the ARIA patterns describe it.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { go, page } from '../state/navigation.ts';
import { rememberSearch, settings } from '../state/settings.ts';
import { Icon } from './icon.tsx';
import { ImagePicker } from './image-picker.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { type Option, useSuggestions } from './use-suggestions.ts';

/** The box. It holds the query of the page until something else is typed. */
export function SearchBox() {
  const route = page.value;
  const q = 'q' in route ? route.q : '';
  const sort = 'sort' in route ? route.sort : 'relevance';
  const text = useSignal(q);
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const options = useSuggestions(text.value, isOpen.value);
  useEffect(() => {
    text.value = q;
  }, [q, text]);
  useSlashKey(input);

  const close = () => {
    isOpen.value = false;
    active.value = -1;
  };
  const type = (value: string) => {
    text.value = value;
    isOpen.value = true;
    active.value = -1;
  };
  const submit = (value: string) => {
    const wanted = value.trim();
    text.value = wanted;
    close();
    rememberSearch(wanted);
    // On the map a search stays on the map.
    go(route.name === 'map' ? { ...route, q: wanted } : { name: 'search', q: wanted, sort });
    // Puts away the keyboard of a phone; the focus goes on to the heading of the results.
    input.current?.blur();
  };
  const take = ({ replacement }: Option) => {
    // An operator without its value is only a beginning.
    if (!replacement.endsWith(':')) return submit(replacement);
    type(replacement);
    return input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = options.length;
    if (event.key === 'Escape' && isOpen.value) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault();
      isOpen.value = true;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The box itself is one of the stops.
      active.value = ((active.value + 1 + step + count + 1) % (count + 1)) - 1;
    } else if (event.key === 'Enter' && isOpen.value) {
      const option = options[active.value];
      if (option === undefined) return;
      event.preventDefault();
      take(option);
    }
  };
  const isShown = isOpen.value && options.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers in use.
    <form
      class="search-box"
      role="search"
      action="/"
      onSubmit={(event) => {
        event.preventDefault();
        submit(text.value);
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (!(next instanceof Node) || !event.currentTarget.contains(next)) close();
      }}
    >
      <div class="search-field">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          name="q"
          value={text.value}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          inputMode="search"
          enterKeyHint="search"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          dir="auto"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={
            isShown && active.value >= 0 ? `${id}-option-${active.value}` : undefined
          }
          aria-keyshortcuts={settings.value.slash ? '/' : undefined}
          onInput={(event) => type(event.currentTarget.value)}
          onClick={() => {
            isOpen.value = true;
          }}
          onKeyDown={onKeyDown}
        />
        {text.value !== '' && (
          <button
            type="button"
            class="clear"
            aria-label={t('search.clear')}
            onClick={() => {
              type('');
              input.current?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        )}
        <ImagePicker />
        <button type="submit" class="submit">
          {t('search.submit')}
        </button>
      </div>
      <SuggestionList
        id={id}
        isShown={isShown}
        options={options}
        active={active.value}
        onTake={take}
        onPoint={(at) => {
          active.value = at;
        }}
      />
    </form>
  );
}

/** `/` leads to the box, unless something is being typed, a dialog is open or it was switched off. */
function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!settings.peek().slash || document.querySelector('dialog[open]') !== null) return;
      const { target } = event;
      if (target instanceof Element && target.matches('input, textarea, select')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
