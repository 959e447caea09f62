// What the server wrote into the page, so that what is seen first needs no further request.
import type {
  Citation,
  ImagesAnswer,
  ItemDetail,
  ListAnswer,
  PageUse,
  StatsAnswer,
  VersionsAnswer,
} from '../api/types.ts';

/** Data of the page that was asked for. */
export type InitialData =
  | { readonly route: 'search'; readonly answer: ImagesAnswer }
  | {
      readonly route: 'image';
      readonly answer: ItemDetail;
      readonly versions?: VersionsAnswer;
      readonly pages?: ListAnswer<PageUse>;
      readonly citation?: Citation;
    }
  | { readonly route: 'stats'; readonly answer: StatsAnswer };

let isRead = false;
let data: InitialData | undefined;

/** The data, if they are those of a page of this name; given out once, since they belong to the first address. */
export function takeInitialData<R extends InitialData['route']>(
  route: R,
): Extract<InitialData, { route: R }> | undefined {
  if (!isRead) data = readInitialData(document.getElementById('initial-data')?.textContent);
  isRead = true;
  if (data?.route !== route) return undefined;
  const found = data;
  data = undefined;
  return found as Extract<InitialData, { route: R }>; // its route was compared
}

/** Reads the data; `undefined` when there are none, or they are not what they should be. */
export function readInitialData(text: string | null | undefined): InitialData | undefined {
  const found = parse(text);
  const answer = field(found, 'answer');
  const isWhole = {
    search: Array.isArray(field(answer, 'items')),
    image: typeof field(answer, 'digest') === 'string',
    stats: typeof field(answer, 'documents') === 'number',
  };
  const route = field(found, 'route');
  if (route !== 'search' && route !== 'image' && route !== 'stats') return undefined;
  return isWhole[route] ? (found as InitialData) : undefined; // the server's word, as with its answers
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // the page then asks for itself
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
