// The library holds nothing yet: how to fill it.
import { t } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';

const COMMANDS = [
  'pinakes ingest archives/*.warc.gz --library my-library',
  'pinakes serve --library my-library',
];

/** The state with the commands to run. */
export function LibraryEmpty() {
  return (
    <div class="state">
      <Icon name="archive" />
      <h2>{t('libraryEmpty.title')}</h2>
      <p>{t('libraryEmpty.how')}</p>
      <pre class="commands" translate={false}>
        <code>{COMMANDS.join('\n')}</code>
      </pre>
      <p class="note">
        {t('libraryEmpty.demo')} <code translate={false}>{DEMO}</code>
      </p>
    </div>
  );
}

const DEMO = 'pinakes demo';
