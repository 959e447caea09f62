// Tells when another file has taken the place of one that is open: a repair, or a restored backup.
import { statSync } from 'node:fs';

/** Looks after one path. */
export interface FileWatch {
  /** Whether another file is there than when this was last asked, or at first. While there is none, it is not. */
  hasChanged(): boolean;
}

/** How often the file is looked at, milliseconds: a look is cheap, but not free. */
const LOOK_EVERY_MS = 1000;

/** Watches a path. Keep the file open meanwhile: only then can no other get its number. */
export function watchFile(path: string): FileWatch {
  let file = identify(path);
  let lookedAt = performance.now();
  return {
    hasChanged() {
      const now = performance.now();
      if (now - lookedAt < LOOK_EVERY_MS) return false;
      lookedAt = now;
      const found = identify(path);
      if (found === undefined || found === file) return false;
      file = found;
      return true;
    },
  };
}

/** Tells one file from another at the same path; `undefined` while there is none. */
function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
