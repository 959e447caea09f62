// Tests of importing places: tables of others in, a place file out that the gazetteer opens.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { importPlaces } from './import-places.ts';
import { openGazetteer } from './places.ts';

const GEONAMES = [
  row(
    '900001',
    'Qaravella',
    'Qaravella',
    'Karavella,Каравелла',
    40.5,
    -8.1,
    'P',
    'PPL',
    'PT',
    '17',
    5200,
  ),
  row('900002', 'Torre da Lua', 'Torre da Lua', '', 40.6, -8.2, 'S', 'CSTL', 'PT', '17', 0),
  row('900003', 'Hotel Lua', 'Hotel Lua', '', 40.6, -8.2, 'S', 'HTL', 'PT', '17', 0),
  row('900004', '', '', '', 40.6, -8.2, 'P', 'PPL', 'PT', '17', 0),
  row('900005', 'Longe', 'Longe', '', 140, -8.2, 'P', 'PPL', 'PT', '17', 0),
  'not a row',
];
const ALTERNATE = [
  '1\t900001\tde\tKarawelle\t\t\t\t',
  '2\t900001\tlink\thttps://example.org/\t\t\t\t',
  '3\t111\tde\tNirgends\t\t\t\t',
];
const TABLE = [
  'wof_id\tname\tplacetype\tlat\tlon\tcountry\tpopulation\tnames',
  '7\tXantilho\tlocality\t38.2\t-7.9\tPT\t900\tXantillo|en=Shantilho',
  '9\tWaiyevox\tlocality\t-16.79\t-179.99\tFJ\t900\t',
  '8\tbad\tlocality\t38.2',
];

function row(...cells: readonly (string | number)[]): string {
  const [id, name, ascii, others, lat, lon, kind, feature, country, state, people] = cells;
  return [
    id,
    name,
    ascii,
    others,
    lat,
    lon,
    kind,
    feature,
    country,
    '',
    state,
    '',
    '',
    '',
    people,
    '',
    '',
    '',
    '2020-01-01',
  ].join('\t');
}

async function* lines(...all: readonly (string | undefined)[]): AsyncGenerator<string | undefined> {
  yield* all;
}

it('imports GeoNames with alternate names and tables with a header, and counts what it leaves out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-places-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const out = join(folder, 'more.places');
  const report = await importPlaces(
    [
      { name: 'PT.txt', lines: lines(...GEONAMES, undefined) },
      { name: 'alternateNamesV2.txt', lines: lines(...ALTERNATE) },
      { name: 'wof.tsv', lines: lines(...TABLE) },
    ],
    { out, attribution: 'Places: somebody' },
  );
  expect(report).toMatchObject({
    places: 4,
    skipped: {
      'unwanted-feature': 1,
      'no-name': 1,
      'bad-point': 1,
      'bad-row': 3,
      'code-or-link': 1,
    },
    strayNames: 1,
  });
  const gazetteer = await openGazetteer({ extra: out });
  expect(gazetteer.attribution).toContain('Places: somebody');
  expect(gazetteer.named('Karawelle')[0]).toMatchObject({ name: 'Qaravella', region: 'Porto' });
  expect(gazetteer.named('Shantilho')[0]).toMatchObject({ name: 'Xantilho', country: 'Portugal' });
  expect(gazetteer.named('Torre da Lua')[0]?.kind).toBe('landmark');
  expect(gazetteer.named('Lisboa')[0]).toMatchObject({ name: 'Lisbon', countryCode: 'PT' });
  expect(gazetteer.locate('Em Xantilho, Portugal')[0]).toMatchObject({ latitude: 38.2 });
  expect(gazetteer.nearest(40.501, -8.101)?.name).toBe('Qaravella');
  expect(gazetteer.nearest(-16.8, 179.98)?.name).toBe('Waiyevox'); // across the antimeridian
});

it('refuses a table of which it cannot tell the columns', async () => {
  await expect(
    importPlaces([{ name: 'a.tsv', lines: lines('code\tvalue', '1\t2') }], {
      out: join(tmpdir(), 'never.places'),
      attribution: '',
    }),
  ).rejects.toMatchObject({ code: 'USAGE' });
});
