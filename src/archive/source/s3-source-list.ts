// Lists the objects of a bucket page by page (ListObjectsV2).
import { Parser } from 'htmlparser2';
import {
  type Answer,
  type HttpOptions,
  openGetter,
  PassingFault,
  type RemoteTarget,
  refused,
  remoteFailed,
} from './http-source-request.ts';

/** One object of a listing. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
}

/** All objects of the bucket at `target` whose key starts with `prefix`, in the order of S3. */
export async function listObjects(
  target: RemoteTarget,
  prefix: string,
  options: HttpOptions & { readonly maxObjects?: number },
): Promise<ListedObject[]> {
  const { maxObjects = 1_000_000 } = options;
  const objects: ListedObject[] = [];
  let token = '';
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    const page = await fetchPage(target, prefix, token, options);
    for (const object of page.objects) objects.push(object);
    if (objects.length > maxObjects) break;
    if (page.nextToken === '') return objects;
    token = page.nextToken;
  }
  throw remoteFailed(target, `more than ${maxObjects} objects; give a longer prefix`);
}

/** Percent-encodes all but RFC 3986's unreserved characters, as signatures count them. */
export function encodeStrictly(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/** Bounds a listing whose pages are empty or lead in a circle. */
const MAX_PAGES = 10_000;

interface Page {
  readonly objects: readonly ListedObject[];
  /** What to ask for next; `''` on the last page. */
  readonly nextToken: string;
}

/** A page has at most 1000 keys of 1024 bytes, each byte up to three characters when encoded. */
const MAX_PAGE_BYTES = 8 << 20;

async function fetchPage(
  target: RemoteTarget,
  prefix: string,
  token: string,
  options: HttpOptions,
): Promise<Page> {
  const url = new URL(target.url);
  // Without URL encoding, a key with a control character would make the answer unreadable XML.
  url.search = encodeQuery({
    'list-type': '2',
    'encoding-type': 'url',
    prefix,
    ...(token && { 'continuation-token': token }),
  });
  const getter = openGetter({ ...target, url }, options);
  try {
    return await getter.get({}, async (answer) => {
      if (answer.statusCode !== 200) throw refused(target, answer);
      return parsePage(await readText(answer));
    });
  } finally {
    getter.close();
  }
}

function encodeQuery(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeStrictly(value)}`)
    .join('&');
}

async function readText(answer: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    // no encoding is set: bytes
    total += chunk.length;
    if (total > MAX_PAGE_BYTES) throw new PassingFault('a listing page that is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsePage(xml: string): Page {
  const objects: ListedObject[] = [];
  const top = new Map<string, string>(); // elements directly under the root
  const path: string[] = [];
  let object = new Map<string, string>();
  let text = '';
  let isComplete = false;
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        text = '';
      },
      ontext(more) {
        text += more;
      },
      onclosetag(name, isImplied) {
        const [root, child, leaf] = path;
        if (path.length === 2) top.set(name, text);
        if (path.length === 3 && child === 'Contents' && leaf) object.set(leaf, text);
        if (path.length === 2 && child === 'Contents') {
          objects.push({ key: object.get('Key') ?? '', sizeBytes: Number(object.get('Size')) });
          object = new Map();
        }
        if (path.length === 1) isComplete = root === 'ListBucketResult' && !isImplied;
        path.pop();
        text = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (!isComplete) throw new PassingFault('an answer that is not a complete listing');
  const isEncoded = top.get('EncodingType') === 'url';
  return {
    objects: isEncoded ? objects.map((one) => ({ ...one, key: decodeKey(one.key) })) : objects,
    nextToken: top.get('IsTruncated') === 'true' ? (top.get('NextContinuationToken') ?? '') : '',
  };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new PassingFault('a key that is not encoded as announced');
  }
}
