// `pinakes surt`: the sort keys of URLs.
import { defineCommand } from '../command.ts';
import { iterateInputLines } from '../input-lines.ts';

/** Prints the SURT key of each URL given, or of each line of the standard input. */
export const surt = defineCommand({
  name: 'surt',
  summary: 'print the sort keys (SURT) of URLs',
  description: `Prints the key under which index files list a URL: the host reversed, the rest in canonical form.
It prints one line for each line read, so keys and URLs can be joined line by line.

Without arguments it reads URLs from standard input, one per line, and prints each key at once.`,
  examples: [
    { does: 'The key of one URL', line: "pinakes surt 'http://www.Example.com/a?b=1'" },
    { does: 'Keys of a list of URLs', line: 'pinakes surt < urls.txt' },
    { does: 'URL and key as JSON', line: 'pinakes surt --json http://example.com/' },
  ],
  arguments: { url: { help: 'URLs; the standard input when there are none', repeatable: true } },
  flags: {},
  async run({ args, flags, host, log, output, signal }) {
    const { toSurt } = await import('../../model/surt.ts');
    let skipped = 0;

    async function* iterateAnswers<T>(convert: (url: string) => T): AsyncGenerator<T> {
      for (const url of args.url) yield convert(url);
      if (args.url.length > 0) return;
      if (host.stdin.isTTY === true) log.note('Type URLs, one a line; Ctrl-D ends the list.');
      for await (const line of iterateInputLines(host.stdin, { signal })) {
        if (line.kind === 'line') yield convert(line.text);
        else {
          skipped += 1;
          log.warn(`Line ${line.line} of the standard input is too long and was passed over.`);
        }
      }
    }

    if (flags.json) await output.records(iterateAnswers((url) => ({ url, surt: toSurt(url) })));
    else await output.lines(iterateAnswers(toSurt));
    return skipped > 0 ? 3 : 0;
  },
});
