// The table of commands, in the order of help: a new command is one file and one line here.
import type { Command } from './command.ts';
import { cdx } from './commands/cdx.ts';
import { completion } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { extract } from './commands/extract.ts';
import { help } from './commands/help.ts';
import { pack } from './commands/pack.ts';
import { surt } from './commands/surt.ts';

/** All commands. Their modules are small; each loads the stages it needs when it runs. */
export const COMMANDS: readonly Command[] = [
  demo,
  pack,
  cdx,
  extract,
  surt,
  doctor,
  config,
  completion,
  help,
];
