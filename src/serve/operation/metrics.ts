// Numbers for Prometheus: requests by route, steps of queries, the library, the process.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolLoad } from '../query/query-pool.ts';
import type { Stages } from '../query/query-requests.ts';

/** Gathers numbers. */
export interface Metrics {
  /** A request was answered. `route` is the template, so that there are few of them. */
  request(route: string, method: string, status: number, seconds: number): void;
  /** A query was answered. */
  query(kind: string, stages: Stages): void;
  /** The library, as it was last seen. */
  library(numbers: { readonly documents: number; readonly generation: number }): void;
  /** All numbers as Prometheus reads them. */
  print(loads: Readonly<Record<string, PoolLoad>>): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics with a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'pinakes_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const stages = new Histogram({
    name: 'pinakes_query_stage_seconds',
    help: 'Time of the steps of queries.',
    labelNames: ['kind', 'stage'] as const,
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const documents = gauge('pinakes_library_documents', 'Images that are shown.');
  const generation = gauge('pinakes_library_generation', 'Grows with each change of the library.');
  const pools = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['pool'] as const, registers });
  const waiting = pools('pinakes_queries_waiting', 'Queries that wait for a thread.');
  const running = pools('pinakes_queries_running', 'Queries under way.');
  const timeouts = pools('pinakes_query_timeouts_total', 'Queries given up for their length.');
  const processor = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, all threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  void [processor, memory]; // they collect by themselves

  return {
    contentType: registry.contentType,
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    query(kind, times) {
      for (const [stage, ms] of Object.entries(times)) stages.observe({ kind, stage }, ms / 1000);
    },
    library(numbers) {
      documents.set(numbers.documents);
      generation.set(numbers.generation);
    },
    async print(loads) {
      for (const [pool, load] of Object.entries(loads)) {
        waiting.set({ pool }, load.waiting);
        running.set({ pool }, load.running);
        timeouts.set({ pool }, load.timeouts);
      }
      return registry.metrics();
    },
  };
}
