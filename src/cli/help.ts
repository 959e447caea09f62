// Help texts, made from the table of commands.
import { type Argument, type Command, type Flag, type Flags, GLOBAL_FLAGS } from './command.ts';
import { isSettableBy, isShownInline, toEnvNames, toFlagForm } from './names.ts';
import type { Paint } from './terminal.ts';
import { rangeOf } from './values.ts';

const plain: Paint = (_, text) => text;

/** `pinakes --help`: what the program is, how to begin, all commands and global flags. */
export function toOverview(commands: readonly Command[], paint: Paint = plain): string {
  return join([
    'Pinakes finds images in web archives and on the live web.',
    section('Usage', ['pinakes COMMAND [ARGUMENT...] [FLAG...]'], paint),
    section('Commands', columns(commands.map(({ name, summary }) => [name, summary])), paint),
    section('Flags of every command', columns(flagRows(GLOBAL_FLAGS)), paint),
    'Run `pinakes COMMAND --help` for the flags and examples of a command.',
  ]);
}

/** `pinakes COMMAND -h`: usage and flags on one screen. */
export function toShortHelp(command: Command, paint: Paint = plain): string {
  return join([
    `${sentence(command.summary)}`,
    section('Usage', [toUsage(command)], paint),
    section('Arguments', columns(argumentRows(command)), paint),
    section('Flags', columns(flagRows(command.flags)), paint),
    `Run \`pinakes ${command.name} --help\` for examples, settings and the flags of every command.`,
  ]);
}

/** `pinakes COMMAND --help`: examples first, then everything. */
export function toCommandHelp(command: Command, paint: Paint = plain): string {
  const examples = command.examples.flatMap(({ does, line }) => [paint('dim', `# ${does}`), line]);
  return join([
    `${sentence(command.summary)}`,
    section('Examples', examples, paint),
    section('Usage', [toUsage(command)], paint),
    toParagraphs(command.description),
    section('Arguments', columns(argumentRows(command)), paint),
    section('Flags', columns(flagRows(command.flags, command)), paint),
    section('Flags of every command', columns(flagRows(GLOBAL_FLAGS)), paint),
    section('Exit codes', columns(EXIT_CODES.map(([code, means]) => [String(code), means])), paint),
  ]);
}

/** `pinakes cdx PATH... [FLAG...]`. */
export function toUsage(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, argument]) =>
    toUsageWord(name, argument),
  );
  const flags = Object.keys(command.flags).length > 0 ? ['[FLAG...]'] : [];
  return ['pinakes', command.name, ...words, ...flags].join(' ');
}

/** What exit codes mean, for help and documentation. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [1, 'nothing was found, or a check was not met'],
  [2, 'wrong use, or a fatal error'],
  [3, 'finished, but some input was skipped; the report says what'],
  [130, 'interrupted'],
];

/** What else is to be known of a flag: its range, default and choices. */
export function toFlagNote(flag: Flag): string {
  const notes: string[] = [];
  if (flag.type !== 'boolean' && flag.repeatable === true) notes.push('may be repeated');
  if (flag.type === 'choice') notes.push(...toChoiceNotes(flag.choices));
  if (flag.type === 'integer' || flag.type === 'number') notes.push(rangeOf(flag).trim());
  if (flag.type !== 'boolean' && flag.default !== undefined) notes.push(`default ${flag.default}`);
  return notes.filter((note) => note !== '').join('; ');
}

function flagRows(flags: Flags, owner?: Command): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([name, flag]) => {
    const env = owner !== undefined && isSettableBy(flag, 'env') ? toEnvNames(name).join(', ') : '';
    const notes = [toFlagNote(flag), env].filter((note) => note !== '').join('; ');
    return [toFlagForm(name, flag), notes === '' ? flag.help : `${flag.help} (${notes})`];
  });
}

function argumentRows(command: Command): readonly (readonly [string, string])[] {
  return Object.entries(command.arguments).map(([name, argument]) => [
    toUsageWord(name, argument),
    toArgumentHelp(argument),
  ]);
}

/** What an argument is for, and its choices where they are too many for the usage line. */
export function toArgumentHelp({ help, choices }: Argument): string {
  return [help, ...toChoiceNotes(choices).map((note) => `(${note})`)].join(' ');
}

function toChoiceNotes(choices: readonly string[] = []): string[] {
  return choices.length === 0 || isShownInline(choices) ? [] : [`one of ${choices.join(', ')}`];
}

function toUsageWord(name: string, argument: Argument): string {
  const { choices = [] } = argument;
  const word = isShownInline(choices) ? choices.join('|') : name.toUpperCase();
  const many = argument.repeatable === true ? `${word}...` : word;
  return argument.required === true ? many : `[${many}]`;
}

/** Two columns; a name too long for the first column has a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(26, Math.max(0, ...rows.map(([name]) => name.length)));
  return rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrap(text, 76 - width);
    const rest = more.map((line) => `${' '.repeat(width)}  ${line}`);
    if (name.length <= width) return [`${name.padEnd(width)}  ${first}`, ...rest];
    return [name, `${' '.repeat(width)}  ${first}`, ...rest];
  });
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Text at the width of a terminal; an indented paragraph keeps its lines. */
function toParagraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => (part.startsWith(' ') ? part : wrap(part.replaceAll('\n', ' '), 78).join('\n')))
    .join('\n\n');
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  return [paint('bold', `${title}:`), ...lines.map((line) => `  ${line}`)].join('\n');
}

function join(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
