// The version of this program.
import { readFile } from 'node:fs/promises';

/** The version in `package.json`. */
export async function readVersion(): Promise<string> {
  // The same way up from dist/cli and from src/cli.
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}
