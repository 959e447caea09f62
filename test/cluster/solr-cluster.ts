// A real SolrCloud on this machine: ZooKeeper and two nodes, each a process that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOLR_JARS } from '../../scripts/cluster-engines.ts';

/** A cluster that runs. */
export interface SolrCluster {
  /** `solr://` and the nodes; a collection follows. */
  readonly address: string;
  /** Ends a node at once, as a power cut would. */
  kill(node: number): Promise<void>;
  /** Starts a node again; resolves when all its copies are up to date. */
  restart(node: number): Promise<void>;
  stop(): Promise<void>;
}

const NODE_FILES = join(import.meta.dirname, 'solr-node');
const CLASSES = join(SOLR_JARS, '*');
const READY = 'ready';

/** Starts a cluster of so many nodes. All its processes end with this one. */
export async function startSolr(nodes = 2): Promise<SolrCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-solr-'));
  const [zooPort = 0, ...ports] = await freePorts(nodes + 1);
  const children = new Map<string, ChildProcess>();

  function start(name: string, memory: string, args: readonly string[]): ChildProcess {
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    const settings = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', memory];
    const logging = `-Dlog4j2.configurationFile=${join(NODE_FILES, 'log4j2.xml')}`;
    const child = spawn('java', [...settings, logging, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    children.set(name, child);
    return child;
  }

  async function startNode(node: number): Promise<void> {
    const name = `node-${node}`;
    const home = join(folder, name);
    const source = join(NODE_FILES, 'SolrNode.java');
    const port = String(ports[node]);
    const args = ['-cp', CLASSES, source, port, home, `127.0.0.1:${zooPort}`];
    await isReady(start(name, '-Xmx512m', args), join(folder, `${name}.log`));
  }

  start('zookeeper', '-Xmx128m', [
    ...['-Dzookeeper.admin.enableServer=false', '-cp', CLASSES],
    ...[join(NODE_FILES, 'ZooKeeper.java'), String(zooPort), join(folder, 'zookeeper')],
  ]);
  const stop = async () => {
    await Promise.all([...children.values()].map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(ports.map((_, node) => startNode(node)));
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return {
    address: `solr://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    async kill(node) {
      const child = children.get(`node-${node}`);
      if (child !== undefined) await end(child);
    },
    async restart(node) {
      await startNode(node);
      const url = `http://127.0.0.1:${ports[node]}/solr/admin/collections?action=CLUSTERSTATUS&wt=json`;
      while (!isWhole(await (await fetch(url)).text())) await sleep(200);
    },
    stop,
  };
}

/** Whether every copy of every shard is in use. */
function isWhole(status: string): boolean {
  const states = [...status.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
  return states.length > 0 && states.every((state) => state === 'active');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function isReady(child: ChildProcess, log: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes(READY)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      void readFile(log, 'utf8').then((text) =>
        reject(new Error(`ended with ${code}\n${text.slice(-4000)}`)),
      );
    });
  });
}

/** Ports that nobody listens on now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
