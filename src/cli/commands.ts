// The table of commands, in the order of help: a new command is one file and one line here.
import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { cdx } from './commands/cdx.ts';
import { collections } from './commands/collections.ts';
import { completion } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { convert } from './commands/convert.ts';
import { corpus } from './commands/corpus.ts';
import { crawl } from './commands/crawl.ts';
import { crawls } from './commands/crawls.ts';
import { demo } from './commands/demo.ts';
import { derivatives } from './commands/derivatives.ts';
import { doctor } from './commands/doctor.ts';
import { enrich } from './commands/enrich.ts';
import { evaluateRanking } from './commands/evaluate-ranking.ts';
import { exportCommand } from './commands/export.ts';
import { extract } from './commands/extract.ts';
import { find } from './commands/find.ts';
import { gazetteer } from './commands/gazetteer.ts';
import { help } from './commands/help.ts';
import { index } from './commands/index-command.ts';
import { ingest } from './commands/ingest.ts';
import { locate } from './commands/locate.ts';
import { merge } from './commands/merge.ts';
import { pack } from './commands/pack.ts';
import { plan } from './commands/plan.ts';
import { relocate } from './commands/relocate.ts';
import { remove } from './commands/remove.ts';
import { runStepsCommand } from './commands/run-steps.ts';
import { search } from './commands/search.ts';
import { serve } from './commands/serve.ts';
import { size } from './commands/size.ts';
import { stats } from './commands/stats.ts';
import { step } from './commands/step.ts';
import { surt } from './commands/surt.ts';
import { watch } from './commands/watch.ts';

/** All commands. Their modules are small; each loads the stages it needs when it runs. */
export const COMMANDS: readonly Command[] = [
  demo,
  ingest,
  watch,
  enrich,
  crawl,
  crawls,
  size,
  find,
  search,
  serve,
  stats,
  collections,
  remove,
  relocate,
  backup,
  exportCommand,
  merge,
  index,
  evaluateRanking,
  locate,
  gazetteer,
  pack,
  convert,
  cdx,
  extract,
  plan,
  step,
  runStepsCommand,
  corpus,
  derivatives,
  surt,
  doctor,
  config,
  completion,
  help,
];
