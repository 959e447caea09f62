// Where an operator gives the token that lets them change things.
import { useSignal } from '@preact/signals';
import { t } from '../i18n/i18n.ts';
import { operatorToken, setOperatorToken } from '../state/operator.ts';

/** The field, folded away. */
export function TokenField() {
  const typed = useSignal(operatorToken.value);
  return (
    <details class="fold">
      <summary>{t('crawls.token')}</summary>
      <form
        class="crawl-token"
        onSubmit={(event) => {
          event.preventDefault();
          setOperatorToken(typed.value);
        }}
      >
        <label for="operator-token">{t('crawls.tokenHelp')}</label>
        <input
          id="operator-token"
          type="password"
          autocomplete="off"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="button small">
          {t('crawls.tokenKeep')}
        </button>
      </form>
    </details>
  );
}
