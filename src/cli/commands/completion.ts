// `pinakes completion`: completion scripts for shells.
import { defineCommand } from '../command.ts';
import { toCompletion } from '../completion.ts';

/** Prints the completion script of a shell. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'print a completion script for bash, zsh or fish',
  description: `Prints a script that lets the shell complete commands, flags and their values. Put it where the
shell looks for completions, or load it from the shell's start file.`,
  examples: [
    { does: 'This bash session', line: 'source <(pinakes completion bash)' },
    { does: 'zsh, in a folder of $fpath', line: 'pinakes completion zsh > ~/.zfunc/_pinakes' },
    {
      does: 'fish, for good',
      line: 'pinakes completion fish > ~/.config/fish/completions/pinakes.fish',
    },
  ],
  arguments: { shell: { choices: ['bash', 'zsh', 'fish'], required: true, help: 'the shell' } },
  flags: {},
  async run({ args, flags, output, commands }) {
    const script = toCompletion(args.shell, commands);
    if (flags.json) await output.json({ shell: args.shell, script });
    else await output.text(script);
    return 0;
  },
});
