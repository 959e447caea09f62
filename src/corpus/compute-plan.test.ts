import { describe, expect, it } from 'vitest';
import { type AnyEnrichment, ARCHIVED, CAPTURE, defineEnrichment } from '../model/enrichment.ts';
import { toComputePlan } from './compute-plan.ts';
import { EMPTY_PLAN, extendPlan } from './plan.ts';

const from = { url: 'file:///nowhere.js' };
const response = defineEnrichment({
  name: 'response',
  needs: ARCHIVED,
  gives: ['header', 'payload'],
  derive: ({ payload }) => ({ header: {}, payload }),
  from,
});
const text = defineEnrichment({
  name: 'text',
  needs: response.fields.payload,
  gives: 'text',
  derive: String,
  from,
});
const tree = defineEnrichment({
  name: 'tree',
  needs: text,
  gives: 'tree',
  isTransient: true,
  derive: (source) => ({ source }),
  from,
});
const title = defineEnrichment({
  name: 'title',
  needs: tree,
  gives: 'title',
  derive: ({ source }) => source,
  from,
});
const own = defineEnrichment({ name: 'own', needs: tree, gives: 'own', derive: () => 1 });

const planOf = (...enrichments: AnyEnrichment[]) => enrichments.reduce(extendPlan, EMPTY_PLAN);
const namesOf = (enrichments: readonly AnyEnrichment[]) => enrichments.map(({ name }) => name);

describe('the plan of a computation', () => {
  it('derives all in threads that can be made again there, and brings back what was asked for', () => {
    const plan = planOf(title);
    const work = toComputePlan(plan, { all: plan.order });
    expect(work.remote.map((one) => one.name)).toEqual(['response', 'text', 'tree', 'title']);
    expect(work.remote.map(({ source }) => source)).toEqual([
      '',
      'payload',
      'payload.text',
      'payload.text.tree',
    ]);
    expect(work.outputs).toEqual(['payload.text.tree.title']);
    expect(work.local).toEqual([]);
  });

  it('derives the function of a caller here, from values that come back', () => {
    const plan = planOf(title, own);
    const work = toComputePlan(plan, { all: plan.order });
    // A tree cannot be sent: it is made again from the text.
    expect(namesOf(work.local)).toEqual(['tree', 'own']);
    expect(work.outputs).toEqual(['header', 'payload', 'payload.text', 'payload.text.tree.title']);
  });

  it('keeps what later enrichments need', () => {
    const now = planOf(text);
    const later = extendPlan(now, title);
    const work = toComputePlan(now, { all: later.order });
    expect(work.outputs).toEqual(['header', 'payload', 'payload.text']);
    expect(work.isNeededLater('payload')).toBe(true);
    expect(toComputePlan(later, { all: later.order }).isNeededLater('payload')).toBe(false);
  });

  it('derives all here when the function of a caller opens the archive', () => {
    const raw = defineEnrichment({ name: 'raw', needs: ARCHIVED, gives: 'raw', derive: () => 1 });
    const plan = planOf(title, raw);
    expect(toComputePlan(plan, { all: plan.order })).toMatchObject({ remote: [], outputs: [] });
    const index = defineEnrichment({
      name: 'index',
      needs: CAPTURE,
      gives: 'index',
      derive: () => 1,
    });
    expect(namesOf(toComputePlan(planOf(title, index), { all: [] }).local)).toEqual(['index']);
  });
});
