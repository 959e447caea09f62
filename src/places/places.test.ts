// Tests of the gazetteer that comes with Pinakes: places in texts, by name and by point.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, type LocateContext, openGazetteer } from './places.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await openGazetteer();
});

/** Places of a text as `text=name/country`. */
function located(text: string, context?: LocateContext): string[] {
  return gazetteer
    .locate(text, context)
    .map((place) => `${place.text}=${place.name}/${place.countryCode ?? ''}`);
}

describe('names that are words or persons', () => {
  it.each([
    'Nice weather today',
    'Reading a book at the beach',
    'Paris Hilton arrives at a party',
    'A mobile phone. Mobile phones are small.',
    'Split the bill, please',
    'Of mice and men',
    'A reporter of The Washington Post in the newsroom',
    'Michael Jordan dunks. Jordan scored 40 points.',
    'Mr. Jordan at home',
    'DSC_1234.JPG',
    'A cat on a sofa',
    '',
    '. , - ’',
  ])('are left out of %j', (text) => {
    expect(located(text)).toEqual([]);
  });

  it.each([
    ['Una tarde en la calle Toledo', 'street'],
    ['La cathédrale Sainte Marie', 'church'],
    ['Marché de Noël', 'everyday word'],
    ['Mercado de San Telmo', 'beginning of a longer name'],
    ['Real Madrid', 'club'],
    ['Boston terrier on a sofa', 'breed'],
    ['Der Nebel kommt mit dem Regen', 'German noun'],
    ['Top of Mt Whitney', 'mountain'],
    ['Elena Toledo y Riccardo Ferrara', 'persons'],
    ['Retrato de Ibarra', 'portrait'],
    ['Ibarra, centrocampista', 'role of a person'],
    ['Quiche aux lardons', 'word at the beginning'],
    ['A Falcon 9 before the launch', 'name with a number'],
    ['Novo cais de Porto Salgado', 'longer name of its own'],
  ])('are left out of %j: %s', (text) => {
    expect(located(text)).toEqual([]);
  });

  it.each([
    ['A walk in Nice, France', 'Nice=Nice/FR'],
    ['Split, Croatia', 'Split=Split/HR'],
    ['Mobile, Alabama', 'Mobile=Mobile/US'],
    ['The king of Jordan in Amman', 'Jordan=Jordan/JO'],
    ['The president arrived in Washington', 'Washington=Washington/US'],
  ])('are found in %j', (text, place) => {
    expect(located(text)).toContain(place);
  });
});

describe('six languages', () => {
  it.each([
    ['Rio Tejo em Lisboa', ['Rio Tejo=Tagus/PT', 'Lisboa=Lisbon/PT']],
    ['Vista de Sevilla desde la Giralda', ['Sevilla=Sevilla/ES']],
    ['La Tour Eiffel à Paris', ['Tour Eiffel=Eiffel Tower/FR', 'Paris=Paris/FR']],
    [
      'Das Brandenburger Tor in Berlin',
      ['Brandenburger Tor=Brandenburg Gate/DE', 'Berlin=Berlin/DE'],
    ],
    ['Lago di Como visto da Bellagio', ['Lago di Como=Lake Como/IT', 'Bellagio=Bellagio/IT']],
    ['Sunset over the Thames at London', ['Thames=Thames/GB', 'London=London/GB']],
  ])('%s', (text, places) => {
    expect(located(text)).toEqual(places);
  });
});

describe('which place is meant', () => {
  it('is told by the state or country behind the name', () => {
    const [town, state] = gazetteer.locate('A house in Alexandria, La., was searched');
    expect(town).toMatchObject({ region: 'Louisiana', countryCode: 'US', start: 11, end: 21 });
    expect(state).toMatchObject({ name: 'Louisiana', text: 'La.' });
    expect(located('Paris, Texas')[0]).toBe('Paris=Paris/US');
    expect(gazetteer.locate('Paris, Texas')[0]?.region).toBe('Texas');
  });

  it('is told by other names of the text, and by other texts of the page', () => {
    const text =
      'Between Cambridge and Boston runs the Charles River, near Somerville and Worcester.';
    expect(gazetteer.locate(text)[0]).toMatchObject({ region: 'Massachusetts' });
    const around = ['Somerville and Boston, Massachusetts', 'Worcester'];
    expect(gazetteer.locate('A street in Cambridge', { around })[0]?.region).toBe('Massachusetts');
    expect(gazetteer.locate('A street in Cambridge')[0]?.countryCode).toBe('GB');
  });

  it('is told by the country or the points of the site', () => {
    const text = 'A igreja de Santa Maria em Valença';
    expect(gazetteer.locate(text, { countries: ['PT'] }).at(-1)?.countryCode).toBe('PT');
  });

  it('is the town rather than the district around it', () => {
    expect(gazetteer.locate('The river at Porto')[0]).toMatchObject({
      kind: 'town',
      region: 'Porto',
    });
    expect(gazetteer.named('Porto')[0]).toMatchObject({ kind: 'town', countryCode: 'PT' });
    // The area has another parent than the town, and an area of another country bears the name as well.
    expect(gazetteer.locate('Piazza del Campo a Siena').at(-1)).toMatchObject({ kind: 'town' });
    expect(located('La plage à Dubrovnik')).toEqual(['Dubrovnik=Dubrovnik/HR']);
    expect(gazetteer.locate('Salzburg, Austria')[0]?.confidence).toBeGreaterThan(0.9);
  });

  it('is not said where many places are alike, unless all are asked for', () => {
    expect(located('Springfield')).toEqual([]);
    expect(gazetteer.locate('Springfield', { least: 0 })).toHaveLength(1);
  });

  it('is a nation, with little confidence, where a people is named', () => {
    expect(located('Portuguese sailors')).toEqual([]);
    expect(gazetteer.locate('Portuguese sailors', { least: 0.1 })[0]).toMatchObject({
      kind: 'nation',
    });
  });
});

it('reads texts without capitals, for large places only', () => {
  expect(located('ponte do porto')).toEqual(['porto=Porto/PT']);
  expect(located('reading a nice book')).toEqual([]);
});

it('counts offsets in UTF-16 units and never splits a text', () => {
  const text = '🌉 São Paulo e Évora';
  for (const place of gazetteer.locate(text)) {
    expect(text.slice(place.start, place.end)).toBe(place.text);
  }
  expect(located(text)).toEqual(['São Paulo=São Paulo/BR', 'Évora=Évora/PT']);
});

it('takes long and hostile texts in time in proportion to their length', () => {
  const started = process.cpuUsage();
  gazetteer.locate('San Jose '.repeat(20_000));
  gazetteer.locate('A'.repeat(1_000_000));

  gazetteer.locate('U.S.'.repeat(50_000));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(3);
});

describe('the nearest town', () => {
  it('has region and country', () => {
    expect(gazetteer.nearest(41.15, -8.61)).toMatchObject({
      name: 'Porto',
      region: 'Porto',
      country: 'Portugal',
      distanceKm: 0.1,
    });
  });

  it('lies in the country of the point, though a town across the border is nearer', () => {
    const elvas = gazetteer.nearest(38.888, -7.045);
    expect(elvas).toMatchObject({ countryCode: 'PT' });
    expect(gazetteer.nearest(38.88, -6.98)).toMatchObject({ name: 'Badajoz', countryCode: 'ES' });
  });

  it.each([
    [0, -30],
    [-75, 0],
    [95, 0],
    [Number.NaN, 0],
    [23.5, 12.0],
  ])('is none at %d, %d', (latitude, longitude) => {
    expect(gazetteer.nearest(latitude, longitude)).toBeUndefined();
  });
});

it('names whom the places come from', () => {
  expect(gazetteer.attribution).toContain('GeoNames (CC BY 4.0)');
  expect(gazetteer.version).toMatch(/^\d+-[0-9a-f]{12}$/);
});

it('says which file is no place file', async () => {
  await expect(openGazetteer({ extra: import.meta.filename })).rejects.toMatchObject({
    code: 'PLACE_FILE_INVALID',
  });
  await expect(openGazetteer({ extra: '/nowhere.places' })).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
  });
});
