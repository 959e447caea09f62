// `pinakes help`: the same text as `--help`.
import { defineCommand } from '../command.ts';
import { toCommandHelp, toOverview } from '../help.ts';
import { toFlagName } from '../names.ts';
import { findCommand, unknownCommand } from '../parse.ts';
import { createPaint } from '../terminal.ts';

/** Shows the help of the program or of one command. */
export const help = defineCommand({
  name: 'help',
  summary: 'show help for a command',
  description:
    'Shows what `--help` shows. With `--json` it prints the table of commands for programs.',
  examples: [
    { does: 'All commands', line: 'pinakes help' },
    { does: 'One command in full', line: 'pinakes help surt' },
  ],
  arguments: { command: { help: 'the command' } },
  flags: {},
  async run({ args, flags, host, output, commands }) {
    const paint = createPaint(host.stdout, host.env, flags.color);
    const command =
      args.command === undefined
        ? undefined
        : (findCommand(args.command, commands) ?? unknownCommand(args.command, commands));
    const shown = command === undefined ? commands : [command];
    if (flags.json) {
      await output.json({
        commands: shown.map(({ name, summary, arguments: args, flags: own }) => ({
          name,
          summary,
          arguments: Object.entries(args).map(([key, argument]) => ({ name: key, ...argument })),
          flags: Object.entries(own).map(([key, flag]) => ({ name: toFlagName(key), ...flag })),
        })),
      });
    } else {
      await output.text(
        command === undefined ? toOverview(commands, paint) : toCommandHelp(command, paint),
      );
    }
    return 0;
  },
});
