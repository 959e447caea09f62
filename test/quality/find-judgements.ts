// A judged set for finding images on the live web: queries over the sites of the data folder, and rules that say which images answer them.
//
// The rules were written before anything was run on these sites, by looking at folders, file names, alternative texts and
// captions, and are not changed to suit a ranking. An image is relevant when its address matches `address`, or when what its
// `alt` or `figcaption` says anywhere on its site matches `said`; where both `also` and one of them are given, both must hold.
// The same picture in another size (`photo-270x270.jpg`) is relevant once, whatever shows it first.
// Drawings and diagrams count, since the sites have few photographs of such things; logos, menus and icons never do.

/** One query with its rule. */
export interface Judgement {
  readonly query: string;
  /** The site whose images may be relevant; images of all others are not. */
  readonly site: string | readonly string[];
  /** Matches the path of the image. */
  readonly address: RegExp;
  /** Matches its alternative texts or captions. */
  readonly said?: RegExp;
  /** Must match path or texts as well, for queries of two unlike words. */
  readonly also?: RegExp;
}

/** Addresses of decoration, which answer no query. */
export const DECORATION = /logo|icon|preloader|placeholder|favicon|\/themes\//i;

/** The first set of seventeen queries; `musée Londres` and `musée Berlin` are of two unlike words, as the paper's `amber insect` is. */
export const JUDGEMENTS: readonly Judgement[] = [
  { query: 'Prague', site: 'partir-loin', address: /prague|prage/i, said: /prague/i },
  { query: 'Amsterdam', site: 'partir-loin', address: /amsterdam/i, said: /amsterdam/i },
  {
    query: 'Lisbonne',
    site: ['partir-loin', 'meetportugal'],
    address: /lisbon|lisboa|torrebelem|parquenacoes|mosteiro/i,
    said: /lisbonne/i,
  },
  { query: 'Dublin', site: 'partir-loin', address: /dublin/i, said: /dublin/i },
  { query: 'Londres', site: 'partir-loin', address: /londres|london/i, said: /londres/i },
  { query: 'Bruxelles', site: 'partir-loin', address: /bruxelles/i, said: /bruxelles/i },
  { query: 'Varsovie', site: 'partir-loin', address: /varsovie/i, said: /varsovie/i },
  {
    query: 'musée Londres',
    site: 'partir-loin',
    address: /londres|london/i,
    said: /londres/i,
    also: /mus[eé]/i,
  },
  {
    query: 'musée Berlin',
    site: 'partir-loin',
    address: /berlin/i,
    said: /berlin/i,
    also: /mus[eé]/i,
  },
  { query: 'Porto', site: 'meetportugal', address: /aliados|casadamusica|clerigos|\/porto\./i },
  {
    query: 'Madeira',
    site: 'meetportugal',
    address: /madeira\.|camaradelobos|picoruivo|saovicente/i,
  },
  { query: 'eclipse', site: 'jimlux', address: /\/(?:ecl\d|eclipse\d|e\d\.|sky\d|hill\d)/i },
  { query: 'helix antenna', site: 'jimlux', address: /helix/i },
  { query: 'spark gap', site: 'jimlux', address: /gap/i, said: /\bgap\b/i },
  { query: 'tesla coil', site: 'jimlux', address: /\/tc[a-z0-9]*\.\w+$/i, said: /tesla/i },
  {
    query: 'América de Cali',
    site: '90minutos',
    address: /america-(?:de-cali|vs|y-cali)|vs\.?-america|cardona|da-silva|farias/i,
    said: /am[eé]rica de cali/i,
  },
  { query: 'Petro', site: '90minutos', address: /petro(?!nio)/i, said: /\bpetro\b/i },
];

/**
 * A second set, written when the first turned out to be answered as well as can be by all profiles (its queries have few
 * relevant images), and before it was run: broader queries, whose rules are folders.
 */
export const BROADER: readonly Judgement[] = [
  {
    query: 'antenna',
    site: 'jimlux',
    address: /\/radio\/(?:antenna\/|images\/helix)/i,
    said: /antenna/i,
  },
  { query: 'radio', site: 'jimlux', address: /\/radio\//i },
  { query: 'high voltage', site: 'jimlux', address: /\/hv\//i },
  { query: 'radar', site: 'jimlux', address: /radar|gunn|motdet/i },
  { query: 'phased array', site: 'jimlux', address: /\/phased\/|array/i },
  { query: 'robot', site: 'jimlux', address: /\/robot\//i },
  {
    query: 'Portugal',
    site: ['meetportugal', 'partir-loin'],
    address: /meetportugal|\/assets\/images\/(?!.*wireframe)|lisbon/i,
    said: /lisbonne|portugal/i,
  },
  {
    query: 'Deportivo Cali',
    site: '90minutos',
    address: /deportivo-cali|clasico|cali-vs|y-cali/i,
    said: /deportivo cali/i,
  },
];
