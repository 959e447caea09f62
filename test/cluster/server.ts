// A server of the built program over an index in SolrCloud.
import { spawn } from 'node:child_process';
import { BIN } from './spark-job.ts';

/** The built program, serving a library with an index elsewhere. */
export async function startServer(library: string, index: string, ...flags: readonly string[]) {
  const args = ['serve', '--library', library, '--index', index, '--port', '0', '--json'];
  const child = spawn(process.execPath, [BIN, ...args, '--quiet', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  const { url }: { url: string } = JSON.parse(text);
  return { child, url };
}
