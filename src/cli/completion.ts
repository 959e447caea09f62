// Completion scripts for shells, made from the table of commands.
import type { Command } from './command.ts';
import { toBashScript } from './completion-bash.ts';
import { toFishScript } from './completion-fish.ts';
import { toCompletedProgram } from './completion-model.ts';
import { toZshScript } from './completion-zsh.ts';

const WRITERS = { bash: toBashScript, zsh: toZshScript, fish: toFishScript };

/** The completion script of a shell. */
export function toCompletion(shell: keyof typeof WRITERS, commands: readonly Command[]): string {
  return WRITERS[shell](toCompletedProgram(commands));
}
