// The completion script for fish.
import type { Candidates, CompletedFlag, CompletedProgram } from './completion-model.ts';

/** The script for fish. */
export function toFishScript({ flags, commands }: CompletedProgram): string {
  const lines = [
    '# fish completion for pinakes',
    'complete -c pinakes -f',
    ...flags.flatMap((flag) => flagLines(flag, '')),
  ];
  for (const command of commands) {
    const when = ` -n '__fish_seen_subcommand_from ${command.name}'`;
    const [first] = command.arguments;
    lines.push(
      `complete -c pinakes -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
      ...command.flags.flatMap((flag) => flagLines(flag, when)),
    );
    const offered = offer(first?.candidates ?? 'none');
    if (offered !== '') lines.push(`complete -c pinakes${when}${offered}`);
  }
  return `${lines.join('\n')}\n`;
}

function flagLines(flag: CompletedFlag, when: string): readonly string[] {
  // -r: a value must follow; -x: and it is no file name.
  const isFree = flag.candidates === 'none' || flag.candidates === 'file';
  const takes = flag.candidates === 'file' ? ' -r' : isFree ? '' : ' -x';
  return flag.forms.map((form) => {
    const name = form.startsWith('--') ? `-l ${form.slice(2)}` : `-s ${form.slice(1)}`;
    return `complete -c pinakes${when} ${name}${takes}${offer(flag.candidates)} -d ${quote(flag.help)}`;
  });
}

function offer(candidates: Candidates): string {
  if (candidates === 'file') return ' -F';
  if (candidates === 'folder') return " -a '(__fish_complete_directories)'";
  return typeof candidates === 'string' ? '' : ` -a ${quote(candidates.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
