// Tells that there is no network; what is loaded stays.
import { t } from '../i18n/i18n.ts';
import { isOnline } from '../state/network.ts';
import { Icon } from './icon.tsx';

/** The bar; nothing while there is a network. */
export function OfflineBar() {
  return (
    <div class="offline" role="status" hidden={isOnline.value}>
      {!isOnline.value && (
        <>
          <Icon name="cloud" />
          {t('error.offline.bar')}
        </>
      )}
    </div>
  );
}
