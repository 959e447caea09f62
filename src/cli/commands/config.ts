// `pinakes config`: which settings are in force and where they come from.
import { type Command, defineCommand, GLOBAL_FLAGS, type Host } from '../command.ts';
import { isSettableBy, toEnvNames } from '../names.ts';
import { type Origin, resolveSettings, type Setting } from '../settings.ts';
import { readSettingsFiles } from '../settings-file.ts';
import { printable } from '../terminal.ts';

/** Shows the value of every setting with its origin. */
export const config = defineCommand({
  name: 'config',
  summary: 'show the settings in force and where they come from',
  description: `Prints every setting with its value and its origin. A setting is the permanent value of a flag:
flags win over PINAKES_* variables, those over pinakes.toml in the working folder, that over
the user's own file (~/.config/pinakes/config.toml), and that over the defaults.

In a file, a key above all tables applies to every command with that flag; a key in a table such
as [cdx] only to that command.`,
  examples: [
    { does: 'All settings', line: 'pinakes config show' },
    { does: 'The same as JSON', line: 'pinakes config show --json' },
    { does: 'What a settings file would give', line: 'pinakes config show --config other.toml' },
  ],
  arguments: { action: { choices: ['show'], required: true, help: 'what to do' } },
  flags: {},
  async run({ flags, host, log, output, commands }) {
    const files = await readSettingsFiles(host, commands, flags.config);
    const scopes: readonly (Command | undefined)[] = [undefined, ...commands];
    const settings = scopes
      .flatMap((command) => resolveSettings({ given: new Map(), env: host.env, files }, command))
      .filter(({ flag }) => isSettableBy(flag, 'env'));
    for (const variable of unknownVariables(host, scopes)) {
      log.warn(`The variable ${variable} sets nothing.`);
    }
    if (flags.json) {
      await output.json({
        files: files.map((file) => file.path),
        settings: settings.map(({ key, value = null, origin }) => ({ key, value, origin })),
      });
    } else await output.lines(toTable(settings));
    return 0;
  },
});

/** Variables that look like ours but are not, most often by a slip of the pen. */
function unknownVariables(host: Host, scopes: readonly (Command | undefined)[]): readonly string[] {
  const known = scopes.flatMap((command) =>
    Object.keys(command?.flags ?? GLOBAL_FLAGS).flatMap((name) => toEnvNames(name, command)),
  );
  return Object.keys(host.env).filter(
    (name) => name.startsWith('PINAKES_') && !known.includes(name),
  );
}

function toTable(settings: readonly Setting[]): readonly string[] {
  const rows = settings.map(({ key, value, origin }) => ({
    left: printable(`${key} = ${value === undefined ? '(not set)' : JSON.stringify(value)}`),
    right: printable(describe(origin)),
  }));
  const width = Math.min(48, Math.max(0, ...rows.map(({ left }) => left.length)));
  return rows.map(({ left, right }) => `${left.padEnd(width)}  ${right}`);
}

function describe(origin: Origin): string {
  return origin.kind === 'default' ? 'default' : `${origin.kind} ${origin.name}`;
}
