// What tells one run from others, and what outputs keep of it between a checkpoint and the run that goes on.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AnyEnrichment } from '../model/enrichment.ts';
import { producerKey } from '../model/producer.ts';
import { PinakesError } from '../support/errors.ts';
import type { JsonValue } from './output/json-value.ts';
import { pathsOf } from './plan.ts';
import type { RunReport } from './run-report.ts';
import { type Step, stepsOf } from './step.ts';
import { isSource } from './steps/source-step.ts';
import type { CarriedTally } from './tally.ts';

/** Tells one run from others: sources with their sizes, all steps, and enrichments with versions and settings. */
export function toRunKey(step: Step<unknown>): string {
  const steps = stepsOf(step);
  const inputs = steps.filter(isSource).flatMap(({ source }) => source.inputs);
  const producers = enrichmentsOf(step).map((one) => [producerKey(one), pathsOf(one)]);
  const text = JSON.stringify([programVersion(), inputs, steps.map((one) => one.text), producers]);
  return createHash('sha256').update(text).digest('hex');
}

/** All enrichments of a data set, those that others need too, in the order in which they run. */
export function enrichmentsOf(step: Step<unknown>): AnyEnrichment[] {
  return [...new Set(stepsOf(step).flatMap(({ plan }) => plan.order))];
}

/** Throws `SOURCE_UNREADABLE` where there was nothing but losses: an empty output would look like a finished one. */
export function refuseUnreadable({ index, steps, lossCount, losses }: RunReport): void {
  const isEmpty = steps.every(({ out }) => out === 0);
  if (!isEmpty || lossCount === 0 || lossCount < index.lines) return;
  const [first] = losses;
  throw new PinakesError('SOURCE_UNREADABLE', {
    input: first?.file ?? '',
    detail: first?.reason ?? '',
  });
}

/** As a checkpoint keeps it. */
export function toCarried(carried: CarriedTally | undefined): JsonValue {
  return (carried === undefined ? null : structuredClone(carried)) as JsonValue; // plain data all through
}

let version: string | undefined;

/** The version of this program. */
export function programVersion(): string {
  version ??= String(
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  );
  return version;
}
