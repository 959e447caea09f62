// Decides which places the names of a text mean, all names together.
import type { LocateContext } from './located.ts';
import type { Mention } from './mention.ts';
import { ALTERNATE, PEOPLE, PLACE_BITS } from './place-file.ts';
import type { PlaceTable } from './place-table.ts';

/** What a mention was decided to mean. */
export interface Resolution {
  /** Number of the place. */
  readonly place: number;
  /** The place as the name table gave it, with flags. */
  readonly value: number;
  /** How far the next other place lies behind, in units of the score; 9 where there is none. */
  readonly margin: number;
  /** 0 to about 4: how much the rest of the text spoke for it. */
  readonly support: number;
  /** The name behind it holds it, as in `Alexandria, La.` */
  readonly isQualified: boolean;
  /** It lies in no country that the text names otherwise. */
  readonly isRemote: boolean;
  /** Places of this name. */
  readonly choices: number;
}

// Weights of what speaks for a place beside its prior, which is about the decimal logarithm of its population. First written down
// before any score was seen; see docs/places.md for what was changed since, and on which texts.
const ALTERNATE_COST = 0.35;
const COUNTRY_WEIGHT = 1.6;
const STATE_WEIGHT = 1.8;
const NEAR_WEIGHT = 1.3;
const NEAR_KM = 120;
const QUALIFIED_BY_STATE = 3;
const QUALIFIED_BY_COUNTRY = 2.1;
const QUALIFIES = 1.5;
/** The country that the site is from or about; half of it for the next one. */
const HINT_WEIGHT = 1.5;
/** A country where the language of the text is spoken. */
const LANGUAGE_WEIGHT = 0.3;
const ROUNDS = 4;
/** Places of one name that are looked at, best known first. */
const MAX_CHOICES = 150;
/** Names whose places speak for those near them; keeps long lists of places from taking a time that grows with their square. */
const MAX_VOTERS = 300;
/** Places nearer to each other than this are one answer: a town and the county around it. */
const SAME_KM = 60;
/** Least prior of a place that tells where a text is about: a city of 300,000, a state or a country. */
const ANCHOR_PRIOR = 5.5;
/** Characters between a name and the one that holds it. */
const QUALIFIER_GAP = 3;

interface Choice {
  readonly value: number;
  readonly place: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly country: number;
  readonly state: number;
  /** Prior and what the words around say; does not change. */
  fixed: number;
  isQualified: boolean;
  support: number;
  score: number;
}

interface Group {
  readonly mentions: Mention[];
  readonly weight: number;
  readonly choices: Choice[];
  pick: Choice | undefined;
}

/** Decides for each mention, in their order; mentions of one key get the same place. */
export function resolveMentions(
  table: PlaceTable,
  mentions: readonly Mention[],
  context: LocateContext,
): Resolution[] {
  const groups = toGroups(table, mentions);
  qualify(table, mentions, groups);
  hint(table, groups, context);
  for (const { choices } of groups.values()) {
    for (const choice of choices) choice.score = choice.fixed;
  }
  for (const group of groups.values()) pickBest(group);
  const rounds = groups.size > 1 || (context.points?.length ?? 0) > 0 ? ROUNDS : 0;
  for (let round = 0; round < rounds; round++) {
    if (!playRound([...groups.values()], context)) break;
  }
  const anchors = [...groups.values()].flatMap(({ pick, weight }) =>
    pick !== undefined && isAnchor(table, pick, weight) ? [pick] : [],
  );
  return mentions.map(({ key }) => toResolution(table, groups.get(key), anchors));
}

/** The places of a name that stands alone, the likeliest first. */
export function orderChoices(table: PlaceTable, values: readonly number[]): number[] {
  const choices = values.map((value) => toChoice(table, value));
  preferTowns(table, choices);
  return choices.toSorted((a, b) => b.score - a.score).map(({ place }) => place);
}

function toGroups(table: PlaceTable, mentions: readonly Mention[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const mention of mentions) {
    const known = groups.get(mention.key);
    if (known !== undefined) {
      known.mentions.push(mention);
      continue;
    }
    const choices = mention.values.slice(0, MAX_CHOICES).map((value) => toChoice(table, value));
    preferTowns(table, choices);
    groups.set(mention.key, {
      mentions: [mention],
      weight: mention.weight,
      choices,
      pick: undefined,
    });
  }
  return groups;
}

function toChoice(table: PlaceTable, value: number): Choice {
  const place = value & PLACE_BITS;
  const area = table.area(place);
  const fixed = table.prior(place) - ((value & (ALTERNATE | PEOPLE)) === 0 ? 0 : ALTERNATE_COST);
  return {
    value,
    place,
    latitude: table.latitude(place),
    longitude: table.longitude(place),
    country: table.countryOfArea(area),
    state: table.stateOfArea(area),
    fixed,
    isQualified: false,
    support: 0,
    score: fixed,
  };
}

/** A town of the same name as the area around it is what people mean by the name: Porto, not the district. */
function preferTowns(table: PlaceTable, choices: readonly Choice[]): void {
  for (const area of choices) {
    const kind = table.kind(area.place);
    if (kind !== 'state' && kind !== 'county') continue;
    for (const town of choices) {
      if (table.kind(town.place) !== 'town' || !isWithin(town, area)) continue;
      if (town.fixed > 4.2 || kind === 'county')
        town.fixed = Math.max(town.fixed, area.fixed + 0.05);
      town.score = town.fixed;
    }
  }
}

/** Whether a town lies in an area: by its address, or, where that names other areas than maps draw, by being near its middle. */
function isWithin(town: Choice, area: Choice): boolean {
  if (town.state !== 0 && town.state === area.state) return true;
  const isNear = closeness(town, area.latitude, area.longitude) > Math.exp(-SAME_KM / NEAR_KM);
  return isNear && town.country !== 0 && town.country === area.country;
}

/** Adds what neighbours say: the name behind holds this one. */
function qualify(
  table: PlaceTable,
  mentions: readonly Mention[],
  groups: ReadonlyMap<string, Group>,
): void {
  for (const [index, mention] of mentions.entries()) {
    const next = mentions[index + 1];
    if (next === undefined || next.start < mention.end || next.start - mention.end > QUALIFIER_GAP)
      continue;
    const inner = groups.get(mention.key);
    const outer = groups.get(next.key);
    if (inner === undefined || outer === undefined || inner === outer) continue;
    const holders = new Map(outer.choices.map((choice) => [choice.place, choice]));
    for (const choice of inner.choices) {
      for (let area = table.area(choice.place); area !== 0; area = table.parentOfArea(area)) {
        const holder = holders.get(table.placeOfArea(area));
        if (holder === undefined || holder.place === choice.place) continue;
        if (!choice.isQualified) {
          choice.fixed +=
            table.parentOfArea(area) === 0 ? QUALIFIED_BY_COUNTRY : QUALIFIED_BY_STATE;
          choice.isQualified = true;
        }
        if (!holder.isQualified) {
          holder.fixed += QUALIFIES;
          holder.isQualified = true;
        }
      }
    }
  }
}

/** Adds what is known of the site and the language. */
function hint(
  table: PlaceTable,
  groups: ReadonlyMap<string, Group>,
  { countries = [], language = '' }: LocateContext,
): void {
  const bonus = new Map<number, number>();
  for (const code of SPEAKERS[language.slice(0, 2).toLowerCase()]?.split(' ') ?? []) {
    bonus.set(table.areaOfCode(code), LANGUAGE_WEIGHT);
  }
  for (const [index, code] of countries.slice(0, MAX_HINTS).entries()) {
    bonus.set(table.areaOfCode(code.toUpperCase()), HINT_WEIGHT / (index + 1));
  }
  bonus.delete(0);
  if (bonus.size === 0) return;
  for (const { choices } of groups.values()) {
    for (const choice of choices) choice.fixed += bonus.get(choice.country) ?? 0;
  }
}

/** Countries where most people read a language. English is read everywhere. */
const SPEAKERS: Readonly<Record<string, string>> = {
  pt: 'PT BR AO MZ CV GW ST TL',
  es: 'ES MX AR CO CL PE VE EC BO PY UY CU DO GT HN SV NI CR PA PR',
  fr: 'FR BE CH LU MC',
  de: 'DE AT CH LI LU',
  it: 'IT CH SM VA',
};
const MAX_HINTS = 4;

/** One round of votes: every name hears where the others are. Gives whether any pick changed. */
function playRound(groups: readonly Group[], { points = [] }: LocateContext): boolean {
  const countries = new Map<number, number>();
  const states = new Map<number, number>();
  let total = 0;
  for (const { pick, weight } of groups) {
    if (pick === undefined || pick.country === 0) continue;
    add(countries, pick.country, weight);
    if (pick.state !== 0) add(states, pick.state, weight);
    total += weight;
  }
  let changed = false;
  const picks = groups.slice(0, MAX_VOTERS).map(({ pick }) => pick);
  for (const [index, group] of groups.entries()) {
    const own = group.pick;
    const ownWeight = own === undefined || own.country === 0 ? 0 : group.weight;
    const others = total - ownWeight;
    for (const choice of group.choices) {
      const country =
        (countries.get(choice.country) ?? 0) - (own?.country === choice.country ? ownWeight : 0);
      const state = (states.get(choice.state) ?? 0) - (own?.state === choice.state ? ownWeight : 0);
      const near = nearness(choice, groups, picks, index, points);
      choice.support =
        (COUNTRY_WEIGHT * (choice.country === 0 ? 0 : country) +
          STATE_WEIGHT * (choice.state === 0 ? 0 : state)) /
          (others + 0.5) +
        NEAR_WEIGHT * (1 - Math.exp(-near));
      choice.score = choice.fixed + choice.support;
    }
    pickBest(group);
    if (group.pick !== own) changed = true;
  }
  return changed;
}

function nearness(
  choice: Choice,
  groups: readonly Group[],
  picks: readonly (Choice | undefined)[],
  self: number,
  points: readonly { readonly latitude: number; readonly longitude: number }[],
): number {
  let sum = 0;
  for (let index = 0; index < picks.length; index++) {
    const pick = picks[index];
    if (index === self || pick === undefined || pick.state === 0) continue;
    sum += (groups[index]?.weight ?? 0) * closeness(choice, pick.latitude, pick.longitude);
  }
  for (const { latitude, longitude } of points) sum += closeness(choice, latitude, longitude);
  return sum;
}

/** 1 at the same point, falling with the distance; flat geometry does for some hundred kilometres. */
function closeness(choice: Choice, latitude: number, longitude: number): number {
  const north = choice.latitude - latitude;
  if (north > 6 || north < -6) return 0;
  let east = Math.abs(choice.longitude - longitude);
  if (east > 180) east = 360 - east;
  east *= Math.cos((latitude * Math.PI) / 180);
  if (east > 6) return 0;
  return Math.exp((-111.2 * Math.sqrt(north * north + east * east)) / NEAR_KM);
}

function pickBest(group: Group): void {
  let best: Choice | undefined;
  for (const choice of group.choices) {
    if (best === undefined || choice.score > best.score) best = choice;
  }
  group.pick = best;
}

function toResolution(
  table: PlaceTable,
  group: Group | undefined,
  anchors: readonly Choice[],
): Resolution {
  const pick = group?.pick;
  if (group === undefined || pick === undefined) throw new Error('A mention without places.');
  let margin = 9;
  for (const choice of group.choices) {
    if (choice === pick || pick.score - choice.score >= margin) continue;
    const holds = choice.state === pick.state && isArea(table, choice) !== isArea(table, pick);
    const isSame =
      (holds && pick.state !== 0) ||
      (Math.abs(choice.latitude - pick.latitude) < SAME_KM / 111 &&
        closeness(choice, pick.latitude, pick.longitude) > Math.exp(-SAME_KM / NEAR_KM));
    if (!isSame) margin = pick.score - choice.score;
  }
  return {
    place: pick.place,
    value: pick.value,
    margin,
    support: pick.support,
    isQualified: pick.isQualified,
    isRemote: isRemote(pick, anchors),
    choices: group.choices.length,
  };
}

/** A place that is known well enough to tell where a text is about. */
function isAnchor(table: PlaceTable, { place, country, value }: Choice, weight: number): boolean {
  const isPeople = (value & PEOPLE) !== 0;
  return country !== 0 && !isPeople && weight >= 0.5 && table.prior(place) >= ANCHOR_PRIOR;
}

/** Whether a text is about other countries than that of a place. */
function isRemote(pick: Choice, anchors: readonly Choice[]): boolean {
  const others = anchors.filter((anchor) => anchor !== pick);
  return others.length > 0 && others.every(({ country }) => country !== pick.country);
}

function isArea(table: PlaceTable, { place }: Choice): boolean {
  const kind = table.kind(place);
  return kind === 'state' || kind === 'county';
}

function add(votes: Map<number, number>, area: number, weight: number): void {
  votes.set(area, (votes.get(area) ?? 0) + weight);
}
