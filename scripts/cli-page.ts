// The page docs/cli.md: every command and flag, from the table the program itself parses with.
import { type Argument, type Command, type Flags, GLOBAL_FLAGS } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { EXIT_CODES, toArgumentHelp, toFlagNote, toUsage } from '../src/cli/help.ts';
import { isSettableBy, toEnvNames, toFlagForm, toSettingKey } from '../src/cli/names.ts';
import { cell, code, table } from './markdown.ts';

/** The text of docs/cli.md. */
export function toCliPage(): string {
  const contents = COMMANDS.map(
    ({ name, summary }) => `- [\`pinakes ${name}\`](#pinakes-${name}): ${summary}`,
  );
  return `${[INTRODUCTION, contents.join('\n'), general(), ...COMMANDS.map(commandSection)].join('\n\n')}\n`;
}

const INTRODUCTION = `# Command line

Results are printed on stdout, everything else on stderr. \`--json\` prints results for programs; its
fields are a contract, see [cli-json.md](cli-json.md). \`-h\` shows help in brief, \`--help\` in full.`;

function general(): string {
  return `## Flags of every command

${flagTable(GLOBAL_FLAGS)}

A flag may be written \`--flag VALUE\` or \`--flag=VALUE\`; \`--\` ends flags. Time spans are written \`250ms\`,
\`30s\`, \`5m\`, \`2h\`, \`7d\`, \`2w\`, \`2y\` or together (\`1h30m\`); sizes \`4096\`, \`500kB\`, \`10MB\`, \`2GiB\`.

## Settings

A flag can be set once and for all. The first of these that sets it wins:

1. the flag on the command line;
2. the environment: \`PINAKES_FLAG\`, or \`PINAKES_COMMAND_FLAG\` for one command alone; a repeatable flag
   takes one value a line;
3. \`pinakes.toml\` in the working folder, or the file given by \`--config\`;
4. the user's own file: \`$XDG_CONFIG_HOME/pinakes/config.toml\`, by default
   \`~/.config/pinakes/config.toml\` (\`%APPDATA%\\pinakes\\config.toml\` on Windows);
5. the default.

In a file a key above all tables is for every command that has the flag, a key in the table of a
command for that command alone:

\`\`\`toml
progress = "plain"   # every command
[cdx]                # \`pinakes cdx\` alone
format = "cdx11"
\`\`\`

A key that is unknown and a value of the wrong type are errors that name the file and the key.
\`pinakes config show\` prints every setting with its origin.

## Exit codes

${table(
  ['code', 'meaning'],
  EXIT_CODES.map(([number, meaning]) => [String(number), meaning]),
)}

The first interruption (Ctrl-C) lets the command finish its record and flush; the second one ends it
at once. A reader that closes the pipe, such as \`head\`, ends a command quietly with 0.`;
}

function commandSection(command: Command): string {
  const examples = command.examples.map(({ does, line }) => `# ${does}\n${line}`).join('\n');
  const args = Object.entries<Argument>(command.arguments);
  return [
    `## \`pinakes ${command.name}\``,
    ...(examples === '' ? [] : [`\`\`\`sh\n${examples}\n\`\`\``]),
    `Usage: \`${toUsage(command)}\``,
    command.description,
    ...(args.length === 0
      ? []
      : [
          table(
            ['argument', 'meaning'],
            args.map(([name, argument]) => [
              code(name.toUpperCase()),
              cell(toArgumentHelp(argument)),
            ]),
          ),
        ]),
    ...(Object.keys(command.flags).length === 0 ? [] : [flagTable(command.flags, command)]),
  ].join('\n\n');
}

function flagTable(flags: Flags, command?: Command): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const note = toFlagNote(flag);
    return [
      code(toFlagForm(name, flag)),
      cell(note === '' ? flag.help : `${flag.help} (${note})`),
      isSettableBy(flag, 'env') ? code(toEnvNames(name).join(', ')) : '',
      isSettableBy(flag, 'file') ? code(toSettingKey(name, command)) : '',
    ];
  });
  return table(['flag', 'meaning', 'variable', 'setting'], rows);
}
