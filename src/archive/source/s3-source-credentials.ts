// Finds the keys for S3: environment variables first, then the shared credentials file.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment variables that say where S3 is and who asks. */
export type Environment = { readonly [Name in (typeof VARIABLES)[number]]?: string | undefined };

/** What requests are signed with. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The credentials in force, or `undefined` when there are none. */
export async function readCredentials(env: Environment): Promise<S3Credentials | undefined> {
  const own = toCredentials(
    env.AWS_ACCESS_KEY_ID,
    env.AWS_SECRET_ACCESS_KEY,
    env.AWS_SESSION_TOKEN,
  );
  if (own !== undefined) return own;
  const home = env.HOME ?? homedir();
  const path = env.AWS_SHARED_CREDENTIALS_FILE ?? join(home, '.aws', 'credentials');
  // Having no such file is the usual case, and one that cannot be read gives no credentials either.
  const text = await readFile(path, 'utf8').catch(() => '');
  const profile = parseProfile(text, env.AWS_PROFILE ?? 'default');
  return toCredentials(
    profile.get('aws_access_key_id'),
    profile.get('aws_secret_access_key'),
    profile.get('aws_session_token'),
  );
}

const VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'HOME',
] as const;

function toCredentials(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  sessionToken: string | undefined,
): S3Credentials | undefined {
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** The settings of one section of an INI file. */
function parseProfile(text: string, profile: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line.startsWith('[')) section = line.replace(/[[\]]/g, '').trim();
    const equals = line.indexOf('=');
    if (section !== profile || equals < 0 || line.startsWith('#')) continue;
    settings.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return settings;
}
