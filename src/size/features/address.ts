// The parts of an image's address that features are made of. Any text is an address here: nothing throws.

/** An address in parts; lower case. */
export interface AddressParts {
  readonly host: string;
  /** Path and query, without fragment; at most 400 characters: the start and the end of longer ones. */
  readonly rest: string;
  readonly path: string;
  readonly query: string;
  /** Last segment of the path. */
  readonly fileName: string;
  /** Extension without dot, at most 5 characters; `''` where there is none. */
  readonly extension: string;
  /** Characters of the whole address. */
  readonly length: number;
}

const MAX_REST = 400;
/** Of a long address the start is kept, and as much of the end as tells the file. */
const KEPT_END = 150;

/** Takes an address apart. */
export function toAddressParts(url: string): AddressParts {
  const { length } = url;
  const head = length > 4 * MAX_REST ? url.slice(0, 2 * MAX_REST) + url.slice(-2 * MAX_REST) : url;
  const lower = head.toLowerCase();
  if (lower.startsWith('data:')) {
    const kind = /^data:image\/([a-z]{2,5})/.exec(lower)?.[1] ?? '';
    return { ...EMPTY, rest: 'data:', extension: kind === 'jpeg' ? 'jpg' : kind, length };
  }
  const scheme = lower.indexOf('://');
  const from = scheme < 0 ? 0 : scheme + 3;
  const slash = indexOfAny(lower, from);
  const host = scheme < 0 ? '' : lower.slice(from, slash).replace(/^[^@]*@|:\d*$/g, '');
  const hash = lower.indexOf('#', slash);
  const whole = lower.slice(scheme < 0 ? 0 : slash, hash < 0 ? lower.length : hash);
  const rest =
    whole.length > MAX_REST ? whole.slice(0, MAX_REST - KEPT_END) + whole.slice(-KEPT_END) : whole;
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([a-z0-9]{2,5})$/.exec(fileName)?.[1] ?? '';
  return {
    host,
    rest,
    path,
    query: mark < 0 ? '' : rest.slice(mark + 1),
    fileName,
    extension: extension === 'jpeg' ? 'jpg' : extension,
    length,
  };
}

const EMPTY = { host: '', rest: '', path: '', query: '', fileName: '', extension: '' };

function indexOfAny(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 47 || code === 63 || code === 35) return at;
  }
  return text.length;
}

/**
 * The pattern of an image's address: what stays the same for all images that a site shows in the same way. Folders keep
 * their names without digits, sizes stay, names of files go.
 *
 * @example imagePattern(toAddressParts('http://a.org/up/2019/cat-150x150.jpg')) // 'a.org/up/#/150x150.jpg'
 */
export function imagePattern({ host, path, fileName, extension, query }: AddressParts): string {
  const folder = path.slice(0, path.length - fileName.length).replace(/\d+(?!\d*x\d)/g, '#');
  const size = /\d{1,4}x\d{1,4}/.exec(fileName)?.[0] ?? '';
  const keys =
    query === '' ? '' : query.replace(/=[^&]*/g, (value) => (value.length < 6 ? value : ''));
  return `${host}${folder}${size}.${extension}${keys === '' ? '' : `?${keys}`}`;
}
