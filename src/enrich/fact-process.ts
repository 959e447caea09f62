// The process in which images are decoded: bytes in, facts and thumbnails out.
import { makeFacts } from './make-facts.ts';
import type { PictureModels } from './picture-models.ts';

// An interrupt from the keyboard reaches all processes of a terminal: the one that started us decides.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Whoever asked has gone. A decoder that hangs in a thread would hold up a plain exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

type Message =
  /** Comes first, where there are any. */
  | { readonly models: PictureModels }
  | { readonly bytes: Uint8Array; readonly names: readonly string[] };

let models: PictureModels = {};

process.on('message', async (message: Message) => {
  if ('models' in message) {
    models = message.models;
    return;
  }
  try {
    process.send?.(await makeFacts(message.bytes, message.names, models));
  } catch (thrown) {
    // Not the image's fault: a network cannot be run here.
    process.send?.({ failure: thrown instanceof Error ? thrown.message : String(thrown) });
  }
});
process.send?.('ready');
