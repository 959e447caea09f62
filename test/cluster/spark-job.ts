// Jobs on a real Spark on this machine: a driver, and executors that can be killed.
import { spawn } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { SPARK_HOME } from '../../scripts/cluster-engines.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The built program. */
export const BIN = join(ROOT, 'bin', 'pinakes');
/** What runs steps on workers. */
export const STEP_COMMAND = `${process.execPath} ${BIN} step`;

/** A job for `spark-submit`. */
export interface SparkJob {
  /** Its file in `deploy/spark/`. */
  readonly name: string;
  readonly args: readonly string[];
  /** Folder that all machines share. */
  readonly shared: string;
  /** Settings that begin with `spark.pinakes.`, without that. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Default: two executors, each a process that can be killed. */
  readonly master?: string;
}

/** Compilers and shares that pay for themselves in hours cost half of a job of a minute. */
const SHORT_JVM = '-XX:+UseSerialGC -XX:TieredStopAtLevel=1';
/** Settings of Spark for jobs of tests. */
export const FOR_SHORT_JOBS = {
  'spark.driver.extraJavaOptions': SHORT_JVM,
  'spark.executor.extraJavaOptions': SHORT_JVM,
  'spark.sql.codegen.wholeStage': 'false',
  'spark.sql.shuffle.partitions': '8',
};

/** Runs a job to its end and gives what it printed. */
export async function submit({
  name,
  args,
  shared,
  settings = {},
  master = 'local-cluster[2,1,1024]',
}: SparkJob): Promise<string> {
  const all = {
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.ui.enabled': 'false',
    ...FOR_SHORT_JOBS,
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`spark.pinakes.${key}`, value]),
    ),
  };
  const conf = Object.entries(all).flatMap(([key, value]) => ['--conf', `${key}=${value}`]);
  const file = join(ROOT, 'deploy', 'spark', name);
  const child = spawn(
    join(SPARK_HOME, 'bin', 'spark-submit'),
    ['--master', master, ...conf, file, ...args],
    {
      cwd: shared,
      env: {
        ...process.env,
        SPARK_HOME,
        PYTHONPATH: join(SPARK_HOME, '..'),
        SPARK_LOCAL_IP: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // Executors end with the program that asked for them, and so do the steps they started.
  onTestFinished(() => void child.kill());
  let out = '';
  let trouble = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (trouble += text.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`spark-submit ended with ${code}\n${trouble.slice(-6000)}`);
  return out;
}

/**
 * Gives a command for steps of which the first that does `victim` waits until its executor is killed, and `kill`, which does
 * that as soon as the step has come.
 */
export async function withVictim(
  shared: string,
  victim: string,
): Promise<{ command: string; kill(): Promise<void> }> {
  const script = join(shared, 'step.sh');
  await writeFile(
    script,
    `#!/bin/sh
if [ "$1" = "${victim}" ] && mkdir "${shared}/first" 2>/dev/null; then
  executor=$(ps -o ppid= -p $PPID | tr -d ' ')
  echo "$executor" > "${shared}/executor.part" && mv "${shared}/executor.part" "${shared}/executor"
  while kill -0 "$executor" 2>/dev/null; do sleep 0.1; done
  exit 1
fi
exec ${STEP_COMMAND} "$@"
`,
  );
  await chmod(script, 0o755);
  return {
    command: script,
    async kill() {
      for (let tries = 0; tries < 2500; tries++) {
        const executor = await readFile(join(shared, 'executor'), 'utf8').catch(() => '');
        if (executor !== '') {
          process.kill(Number(executor), 'SIGKILL');
          return;
        }
        await sleep(100);
      }
      throw new Error('no executor came');
    },
  };
}
