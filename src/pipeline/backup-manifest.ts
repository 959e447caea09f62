// What a backup consists of, with checksums: tells later whether it still is what was copied.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_MANIFEST } from '../index/index.ts';
import { messageOf } from '../support/errors.ts';
import { writeAtomically } from '../support/output-file.ts';

/** One file of a backup. */
interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A manifest is small; what is larger was not written by us. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Writes the manifest of a folder that holds these files. */
export async function writeManifest(folder: string, names: readonly string[]): Promise<void> {
  const files: BackupFile[] = [];
  for (const name of names) files.push(await describeFile(folder, name));
  const text = `${JSON.stringify({ made: new Date().toISOString(), files }, null, 2)}\n`;
  await writeAtomically(join(folder, BACKUP_MANIFEST), pieces(text));
}

/**
 * Compares a backup with its manifest: what differs, or how many files were compared. `undefined` for a folder that is no
 * backup, or no longer one: the first writer removes the manifest.
 */
export async function checkManifest(folder: string): Promise<string[] | string | undefined> {
  const path = join(folder, BACKUP_MANIFEST);
  if (!existsSync(path)) return undefined;
  const files = await readManifest(path);
  if (files === undefined) return [`${BACKUP_MANIFEST} cannot be read`];
  const problems: string[] = [];
  for (const { name, bytes, sha256 } of files) {
    try {
      const found = await describeFile(folder, name);
      if (found.bytes !== bytes) problems.push(`${name} has ${found.bytes} bytes, not ${bytes}`);
      else if (found.sha256 !== sha256) problems.push(`${name} is not what was copied`);
    } catch (thrown) {
      problems.push(`${name} cannot be read: ${messageOf(thrown)}`);
    }
  }
  return problems.length > 0 ? problems : `${files.length} files are as they were copied`;
}

async function readManifest(path: string): Promise<readonly BackupFile[] | undefined> {
  try {
    if ((await stat(path)).size > MAX_MANIFEST_BYTES) return undefined;
    const { files } = JSON.parse(await readFile(path, 'utf8')) as { readonly files?: unknown };
    return Array.isArray(files) && files.every(isBackupFile) ? files : undefined;
  } catch {
    return undefined; // told as damage
  }
}

/** Names with a slash would lead out of the folder. */
function isBackupFile(value: unknown): value is BackupFile {
  const { name, bytes, sha256 } = (value ?? {}) as Partial<Record<keyof BackupFile, unknown>>;
  const isName = typeof name === 'string' && !/[/\\]/.test(name);
  return isName && typeof bytes === 'number' && typeof sha256 === 'string';
}

async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(join(folder, name))) {
    hash.update(piece as Buffer); // no encoding is set
    bytes += (piece as Buffer).length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
