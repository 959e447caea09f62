// The process in which images are decoded: bytes in, a thumbnail or a problem out.
import { makeThumbnail } from './thumbnail.ts';

// An interrupt from the keyboard reaches all processes of a terminal: the one that started us decides.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Whoever asked has gone. A decoder that hangs in a thread would hold up a plain exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await makeThumbnail(bytes));
});
