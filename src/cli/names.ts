// The outer names of a flag (command line, environment, settings file), derived from its one name.
import type { Command, Flag, FlagSource } from './command.ts';

/** `minSize` becomes `min-size`: the name on the command line and in settings files. */
export function toFlagName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** How help shows a flag: `--min-size PIXELS`, `--no-color`, `-h, --help`. */
export function toFlagForm(name: string, flag: Flag): string {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  if (flag.type !== 'boolean') return `${short}--${toFlagName(name)} ${toPlaceholder(flag)}`;
  return `${short}--${flag.default === true ? 'no-' : ''}${toFlagName(name)}`;
}

/** The value's name in help: the choices themselves where there are few. */
export function toPlaceholder(flag: Exclude<Flag, { type: 'boolean' }>): string {
  return flag.type === 'choice' && isShownInline(flag.choices)
    ? flag.choices.join('|')
    : flag.placeholder;
}

/** Whether choices stand for the name of a value; longer lists are part of the help text. */
export function isShownInline(choices: readonly string[]): boolean {
  return choices.length > 0 && choices.length <= 4;
}

/** The environment variables that set a flag, the more special one first. */
export function toEnvNames(name: string, command?: Command): readonly string[] {
  const upper = (text: string) => toFlagName(text).replaceAll('-', '_').toUpperCase();
  const general = `PINAKES_${upper(name)}`;
  return command === undefined
    ? [general]
    : [`PINAKES_${upper(command.name)}_${upper(name)}`, general];
}

/** The key of a flag in settings: `color` for a global one, `cdx.format` for one of a command. */
export function toSettingKey(name: string, command?: Command): string {
  return command === undefined ? toFlagName(name) : `${command.name}.${toFlagName(name)}`;
}

/** Whether a flag can be set from this source. */
export function isSettableBy(flag: Flag, source: FlagSource): boolean {
  return flag.sources === undefined || flag.sources.includes(source);
}
