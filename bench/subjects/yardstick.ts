// A fixed piece of work: what it takes tells how much other work on the machine disturbs a measurement.
import { hash } from 'node:crypto';

/** Compiled code alone: how fast JavaScript runs depends on what else the process has run. */
const BLOCK = new Uint8Array(1 << 16).fill(7);
const ROUNDS = 160;
const samples: number[] = [];

/** Does the work, about 10 ms of processor time on a machine of 2025, and remembers what it took. */
export function takeYardstick(): void {
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) hash('sha256', BLOCK);
  const { user, system } = process.cpuUsage(before);
  samples.push((user + system) / 1000);
}

/** Median of what the work took so far, in milliseconds of processor time. */
export function readYardstick(): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
}
