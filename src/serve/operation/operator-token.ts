// The operator token: who has it may change things. It lies in the folder of the library, for its owner alone.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, PinakesError } from '../../support/errors.ts';

/** A token and where it came from. */
export interface OperatorToken {
  readonly token: string;
  /** It was made just now and should be shown once. */
  readonly isNew: boolean;
  readonly path: string;
}

const FILE = 'serve-token';
/** Shorter ones could be guessed; longer ones are no tokens. */
const FORM = /^[\w-]{16,200}$/;

/**
 * Reads the token of a library, or makes one. Throws `TOKEN_UNUSABLE` when that cannot be done; nothing but
 * operator actions is lost then.
 */
export async function ensureToken(folder: string): Promise<OperatorToken> {
  const path = join(folder, FILE);
  try {
    const token = randomBytes(24).toString('base64url');
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${token}\n`);
    } finally {
      await file.close();
    }
    return { token, isNew: true, path };
  } catch (thrown) {
    const isThere = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
    if (!isThere) throw unusable(path, messageOf(thrown));
    return { token: await readToken(path), isNew: false, path };
  }
}

/** Whether a request carries the token (`Authorization: Bearer TOKEN`); takes the same time for any wrong one. */
export function isOperator(
  headers: { readonly authorization?: string | undefined },
  token: string,
): boolean {
  const given = /^Bearer +([\w-]{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return FORM.test(token) && timingSafeEqual(hash(given), hash(token));
}

async function readToken(path: string): Promise<string> {
  const token = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      throw unusable(path, messageOf(error));
    },
  );
  if (!FORM.test(token)) throw unusable(path, 'it holds no token');
  // Somebody may have copied the folder without its permissions.
  await chmod(path, 0o600).catch(() => {}); // not ours to change: read-only folders are fine
  return token;
}

function unusable(path: string, detail: string): PinakesError {
  return new PinakesError('TOKEN_UNUSABLE', { path, detail });
}
