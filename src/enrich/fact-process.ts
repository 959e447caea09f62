// The process in which images are decoded: bytes in, facts and thumbnails out.
import { makeFacts } from './make-facts.ts';

// An interrupt from the keyboard reaches all processes of a terminal: the one that started us decides.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Whoever asked has gone. A decoder that hangs in a thread would hold up a plain exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on(
  'message',
  async ({ bytes, names }: { readonly bytes: Uint8Array; readonly names: readonly string[] }) => {
    try {
      process.send?.(await makeFacts(bytes, names));
    } catch (thrown) {
      // Not the image's fault: a network cannot be run here.
      process.send?.({ failure: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  },
);
process.send?.('ready');
