// Loads the native ranking functions into a connection, where they have been built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '../sqlite/sqlite.ts';
import { PLAN_VERSION } from './rank-plan.ts';

/** Whether a connection has the native functions, and if not, why. */
export type NativeState =
  | { readonly isLoaded: true }
  | { readonly isLoaded: false; readonly reason: string };

/**
 * Loads the native functions. Without them searches work too, by slower SQL. The environment variable
 * `PINAKES_NATIVE=off` keeps them out.
 */
export function loadNative(db: Database): NativeState {
  if (process.env['PINAKES_NATIVE'] === 'off') return refuse('PINAKES_NATIVE is off');
  const file = nativeFile();
  if (!existsSync(file)) return refuse('the native part has not been built');
  try {
    db.loadExtension(file);
    const version = db.prepare('SELECT pinakes_version()').pluck().get();
    if (version !== PLAN_VERSION) return refuse('the native part is of another version');
    return { isLoaded: true };
  } catch (thrown) {
    // Built for another machine or another SQLite: that must not stop anybody from searching.
    return refuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Where `scripts/build-native.mjs` puts the native part. */
export function nativeFile(): string {
  const ending = ENDINGS[process.platform] ?? 'so';
  // From src/index/ and from dist/index/ it is the same way.
  return fileURLToPath(new URL(`../../native/build/pinakes.${ending}`, import.meta.url));
}

const ENDINGS: Readonly<Record<string, string>> = { win32: 'dll', darwin: 'dylib' };

function refuse(reason: string): NativeState {
  return { isLoaded: false, reason };
}
