// Theme, language, sensitive pictures and the key for the search box.
import { t } from '../i18n/i18n.ts';
import { changeSettings, LANGUAGES, SENSITIVE, settings, THEMES } from '../state/settings.ts';
import { Choice } from './choice.tsx';
import { Menu } from './menu.tsx';

/** Languages are named in themselves, so that who is lost finds the way. */
const LANGUAGE_NAMES = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
} as const;

/** The menu of settings. */
export function SettingsMenu() {
  const { theme, sensitive, language, slash } = settings.value;
  return (
    <Menu label={t('settings.title')} icon="settings" isCompact>
      <Choice
        legend={t('settings.theme')}
        values={THEMES}
        value={theme}
        labelOf={(value) => t(`settings.theme.${value}`)}
        onChange={(value) => changeSettings({ theme: value })}
      />
      <Choice
        legend={t('settings.language')}
        values={LANGUAGES}
        value={language}
        labelOf={(value) => LANGUAGE_NAMES[value]}
        languageOf={(value) => value}
        onChange={(value) => changeSettings({ language: value })}
      />
      <Choice
        legend={t('settings.sensitive')}
        values={SENSITIVE}
        value={sensitive}
        labelOf={(value) => t(`settings.sensitive.${value}`)}
        onChange={(value) => changeSettings({ sensitive: value })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={slash}
          onChange={(event) => changeSettings({ slash: event.currentTarget.checked })}
        />
        <span>{t('settings.slash')}</span>
      </label>
      <p class="note">{t('settings.local')}</p>
    </Menu>
  );
}
