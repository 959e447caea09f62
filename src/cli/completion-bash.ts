// The completion script for bash, 3.2 (as macOS ships it) and newer.
import type { Candidates, CompletedFlag, CompletedProgram } from './completion-model.ts';

/** The script for bash. */
export function toBashScript({ flags, commands }: CompletedProgram): string {
  const takers = flags.filter(takesValue).flatMap(({ forms }) => forms);
  const values = [
    ...commands.flatMap((command) => valueCases(command.name, command.flags)),
    ...valueCases('*', flags),
  ];
  const forms = commands.map(
    (command) => `      ${command.name}) ${offer(formsOf([...command.flags, ...flags]))} ;;`,
  );
  const args = commands.map(
    ({ name, arguments: [first] }) => `    ${name}) ${offer(first?.candidates ?? 'none')} ;;`,
  );
  return `# bash completion for pinakes
_pinakes() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  # bash splits --flag=value at the equals sign.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${takers.join('|')}) [[ \${COMP_WORDS[i+1]} == = ]] && i=$((i + 1)); i=$((i + 1)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command:$prev in
${values.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${forms.join('\n')}
      *) ${offer(formsOf(flags))} ;;
    esac
    return
  fi
  case $command in
    '') ${offer(commands.map(({ name }) => name))} ;;
${args.join('\n')}
  esac
}
_pinakes_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); _pinakes_nothing; }
_pinakes_folders() { COMPREPLY=($(compgen -d -- "$cur")); }
# Without this bash offers file names where there is nothing to offer.
_pinakes_nothing() { compopt +o default 2>/dev/null; }
complete -o default -F _pinakes pinakes
`;
}

function valueCases(command: string, flags: readonly CompletedFlag[]): readonly string[] {
  return flags.filter(takesValue).map(({ forms, candidates }) => {
    const patterns = forms.map((form) => `${command}:${form}`).join('|');
    return `    ${patterns}) ${offer(candidates)}; return ;;`;
  });
}

function offer(candidates: Candidates): string {
  if (candidates === 'file') return ':'; // an empty reply makes bash offer file names
  if (candidates === 'folder') return '_pinakes_folders';
  if (typeof candidates === 'string') return '_pinakes_nothing';
  return `_pinakes_words '${candidates.join(' ')}'`;
}

function formsOf(flags: readonly CompletedFlag[]): readonly string[] {
  return flags.flatMap(({ forms }) => forms);
}

function takesValue({ candidates }: CompletedFlag): boolean {
  return candidates !== 'none';
}
