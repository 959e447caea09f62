// The completion script for zsh: autoloaded from $fpath or sourced.
import type {
  Candidates,
  CompletedArgument,
  CompletedFlag,
  CompletedProgram,
} from './completion-model.ts';

/** The script for zsh. */
export function toZshScript({ flags, commands }: CompletedProgram): string {
  const globals = flags.flatMap(flagSpecs);
  const cases = commands.map((command) => {
    const specs = [
      ...command.flags.flatMap(flagSpecs),
      ...globals,
      ...command.arguments.map(argumentSpec),
    ];
    return `        ${command.name}) _arguments \\\n${list(specs, '          ', ' \\')} ;;`;
  });
  const names = commands.map(({ name, summary }) => quote(`${name}:${summary}`));
  return `#compdef pinakes
_pinakes() {
  local context state state_descr line
  local -A opt_args
  local -a commands
  commands=(
${list(names, '    ', '')}
  )
  _arguments -C \\
${list([...globals, "'1:command:->command'", "'*::argument:->argument'"], '    ', ' \\')}
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _pinakes ]; then _pinakes "$@"; else compdef _pinakes pinakes; fi
`;
}

function flagSpecs(flag: CompletedFlag): readonly string[] {
  const help = flag.help.replace(/[\\[\]:]/g, '\\$&');
  const many = flag.isRepeatable ? '*' : '';
  return flag.forms.map((form) => {
    if (flag.candidates === 'none') return quote(`${form}[${help}]`);
    return quote(`${many}${form}=[${help}]:${flag.placeholder}:${action(flag.candidates)}`);
  });
}

function argumentSpec({ name, candidates, isRepeatable }: CompletedArgument): string {
  return quote(`${isRepeatable ? '*' : ''}:${name}:${action(candidates)}`);
}

function action(candidates: Candidates): string {
  if (candidates === 'file') return '_files';
  if (candidates === 'folder') return '_files -/';
  return typeof candidates === 'string' ? ' ' : `(${candidates.join(' ')})`;
}

function list(items: readonly string[], indent: string, glue: string): string {
  return items.map((item) => `${indent}${item}`).join(`${glue}\n`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
