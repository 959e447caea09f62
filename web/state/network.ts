// Whether the browser has a network, as far as it can tell.
import { signal } from '@preact/signals';

/** Whether there is a network; a server on the same machine may answer all the same. */
export const isOnline = signal(globalThis.navigator?.onLine !== false);

/** Starts to watch. */
export function watchNetwork(): void {
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  addEventListener('online', () => {
    isOnline.value = true;
  });
}
