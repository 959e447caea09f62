// The engines that cluster tests run on: what is there, and `tsx scripts/cluster-engines.ts` installs what is not.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.setup', 'cluster');
const OLDEST_JAVA = 17;
const PYSPARK = ['pyspark==4.0.1'];
const NOTEBOOK = ['pandas==2.3.3', 'pyarrow==21.0.0', 'nbclient==0.10.2', 'ipykernel==6.30.1'];

/** Jars of Solr and ZooKeeper. */
export const SOLR_JARS = join(FOLDER, 'solr-lib');
/** What pip made of PySpark: `bin/spark-submit` and all jars. */
export const SPARK_HOME = join(FOLDER, 'python', 'pyspark');
/** What notebooks need besides PySpark. */
export const NOTEBOOK_MODULES = join(FOLDER, 'notebook');

/** Whether all engines are installed. */
export function hasEngines(): boolean {
  const folders = [SOLR_JARS, SPARK_HOME, NOTEBOOK_MODULES];
  return folders.every((folder) => existsSync(folder)) && javaVersion() >= OLDEST_JAVA;
}

/** The first number of the version of Java; 0 without one. */
function javaVersion(): number {
  const { stderr = '', error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error !== undefined) return 0;
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

/** Why the engines cannot be installed; `undefined` when they can. */
function findObstacle(): string | undefined {
  if (javaVersion() < OLDEST_JAVA) return `no Java ${OLDEST_JAVA} or newer`;
  if (spawnSync('mvn', ['-v']).status !== 0) return 'no Maven (mvn)';
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) return 'no python3 with pip';
  return undefined;
}

/** Installs what is missing; what was begun and not finished is begun anew. */
function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(SOLR_JARS)) {
    const part = `${SOLR_JARS}.part`;
    rmSync(part, { recursive: true, force: true });
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
    run('mvn', [
      ...['-q', '-B', '-f', join(ROOT, 'test', 'cluster', 'solr-node', 'pom.xml'), goal],
      ...[`-DoutputDirectory=${part}`, '-DincludeScope=runtime'],
    ]);
    renameSync(part, SOLR_JARS);
  }
  if (!existsSync(SPARK_HOME)) installModules(join(SPARK_HOME, '..'), PYSPARK);
  if (!existsSync(NOTEBOOK_MODULES)) installModules(NOTEBOOK_MODULES, NOTEBOOK);
}

function installModules(folder: string, modules: readonly string[]): void {
  const part = `${folder}.part`;
  for (const old of [folder, part]) rmSync(old, { recursive: true, force: true });
  run('python3', ['-m', 'pip', 'install', ...PIP_FLAGS, '--target', part, ...modules]);
  renameSync(part, folder);
}

const PIP_FLAGS = ['--quiet', '--disable-pip-version-check'];

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}

/** Says in a line that tests are left out. */
function tell(): void {
  if (hasEngines()) return;
  const obstacle = findObstacle();
  const why = obstacle ?? '`npm run test:cluster` installs the engines';
  console.error(`Cluster tests are left out: ${why}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--tell')) tell();
  else {
    const obstacle = findObstacle();
    if (obstacle !== undefined) throw new Error(`Engines cannot be installed: ${obstacle}.`);
    install();
  }
}
