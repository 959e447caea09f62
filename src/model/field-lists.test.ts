import { expect, it } from 'vitest';
import {
  COLUMN_SOURCES,
  FACT_FIELDS,
  SHOWN_SOURCES,
  STORED_FIELDS,
  TEXT_SOURCES,
  weightsOf,
} from './field-lists.ts';
import { TEXTS_SOURCES } from './said.ts';

it('gives every number to one field alone', () => {
  const lists = {
    bits: STORED_FIELDS.map(({ bit }) => bit),
    columns: COLUMN_SOURCES.map(({ number }) => number),
    names: COLUMN_SOURCES.map(({ name }) => name),
    bitsOfTexts: TEXTS_SOURCES.map(({ bit }) => bit),
    shown: SHOWN_SOURCES.map(({ name }) => name),
  };
  for (const [list, values] of Object.entries(lists)) {
    expect(new Set<string | number>(values).size, list).toBe(values.length);
  }
});

it('has a place in the text index for every searchable field, without gaps', () => {
  expect(TEXT_SOURCES.map(({ place }) => place)).toEqual(TEXT_SOURCES.map((_, at) => at));
});

it('stores the oldest capture first: other fields are written as differences to its time', () => {
  expect(STORED_FIELDS[0]).toMatchObject({ name: 'oldest', bit: 0 });
});

it('leaves the fields out that facts tell until there is a fact', () => {
  for (const { name } of FACT_FIELDS) {
    expect(STORED_FIELDS.find((field) => field.name === name)).toMatchObject({ isOptional: true });
  }
});

it('keeps the weights of the paper (section 6.1)', () => {
  const { imgTitle, imgAlt, imgPaperCaption, imgUrlTokens, pageTitle, pageUrlTokens, ...others } =
    weightsOf('paper');
  const named = [imgTitle, imgAlt, imgPaperCaption, imgUrlTokens, pageTitle, pageUrlTokens];
  expect(named).toEqual([4, 3, 3, 2, 1, 1]);
  for (const weight of Object.values(others)) expect(weight).toBe(0);
});
