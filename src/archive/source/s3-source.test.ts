// S3 against a local stand-in, signatures by the rules of AWS, listings from made-up answers.
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PinakesError } from '../../support/errors.ts';
import { listS3, openS3, parseS3Address } from './s3-source.ts';

interface StandIn {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

// s3rver ships no types.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => StandIn;
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const CONTENT = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) & 255);
const ODD_KEY = "crawl/a b+c (1)'ü&=%41.warc.gz";

const servers: Server[] = [];
let folder: string;
let standIn: StandIn;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinakes-s3-'));
  standIn = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'web' }],
  });
  const { port } = await standIn.run();
  const endpoint = `http://127.0.0.1:${port}`;
  env = { ...KEYS, AWS_ENDPOINT_URL: endpoint, HOME: folder };
  const client = new AwsClient({
    accessKeyId: KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: KEYS.AWS_SECRET_ACCESS_KEY,
    service: 's3',
  });
  for (const key of ['crawl/1.warc.gz', 'crawl/deep/2.arc.gz', ODD_KEY, 'other/3.warc']) {
    const path = encodeURIComponent(key).replaceAll('%2F', '/').replace(/[()']/g, escape);
    const answer = await client.fetch(`${endpoint}/web/${path}`, { method: 'PUT', body: CONTENT });
    expect(answer.status).toBe(200);
  }
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await standIn.close();
  await rm(folder, { recursive: true });
});

async function failure(work: Promise<unknown>): Promise<PinakesError> {
  const thrown = await work.catch((error: unknown) => error);
  if (thrown instanceof PinakesError) return thrown;
  throw new Error(`expected a PinakesError, got ${String(thrown)}`);
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The signature AWS would expect for a request as it arrived (Signature Version 4). */
function expectedSignature(request: IncomingMessage, secret: string): string {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '') ??
    [];
  const header = (name: string) => String(request.headers[name]);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, digest].join('\n');
  const hmac = (key: string | Buffer, part: string) =>
    createHmac('sha256', key).update(part).digest();
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

describe('openS3', () => {
  it('signs requests as AWS checks them', async () => {
    const signatures: (readonly [string | undefined, string])[] = [];
    const AWS_ENDPOINT_URL = await serve((request, response) => {
      const sent = /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1];
      signatures.push([sent, expectedSignature(request, 'secret')]);
      if (request.url?.includes('list-type')) response.end('<ListBucketResult></ListBucketResult>');
      else response.writeHead(206, { 'content-range': 'bytes 0-2/3' }).end('abc');
    });
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const session = { AWS_SESSION_TOKEN: 'to/ken=', AWS_REGION: 'eu-west-3' };
    const options = { env: { AWS_ENDPOINT_URL, ...keys, ...session } };
    await (await openS3(`s3://web/${ODD_KEY}`, options)).close();
    await listS3("s3://web/a b!*'()/ü", options);
    expect(signatures).toHaveLength(2);
    for (const [sent, expected] of signatures) expect(sent).toBe(expected);
  });

  it('reads parts of an object with signed requests, whatever its key', async () => {
    for (const key of ['crawl/1.warc.gz', ODD_KEY]) {
      const source = await openS3(`s3://web/${key}`, { env, blockBytes: 1000 });
      expect(source).toMatchObject({ name: `s3://web/${key}`, size: 5000 });
      const target = new Uint8Array(1500);
      expect(await source.read(target, 3400)).toBe(1500);
      expect(target).toEqual(CONTENT.subarray(3400, 4900));
      await source.close();
    }
  });

  it('is refused with a wrong key and takes the shared credentials file', async () => {
    const wrong = { ...env, AWS_ACCESS_KEY_ID: 'WRONG' };
    expect((await failure(openS3('s3://web/crawl/1.warc.gz', { env: wrong }))).message).toContain(
      'HTTP 403',
    );
    const file = join(folder, 'credentials');
    const profiles = '[default]\naws_access_key_id = no\n[work]\n# mine\n';
    await writeFile(file, `${profiles}aws_access_key_id = S3RVER\naws_secret_access_key=S3RVER\n`);
    const { AWS_ENDPOINT_URL } = env;
    const shared = { AWS_ENDPOINT_URL, AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'work' };
    const source = await openS3('s3://web/crawl/1.warc.gz', { env: shared });
    expect(source.size).toBe(5000);
    await source.close();
  });

  it('says what is missing: the object, the credentials or an address', async () => {
    const code = async (address: string, other = env) =>
      (await failure(openS3(address, { env: other }))).code;
    expect(await code('s3://web/none.warc')).toBe('INPUT_NOT_FOUND');
    expect(await code('s3://web/a', { HOME: folder })).toBe('S3_CREDENTIALS');
    expect(await code('s3://we b/a')).toBe('INPUT_UNREADABLE');
    expect(await code('s3://web/a/../b')).toBe('INPUT_UNREADABLE');
  });

  it('names the region to set when the bucket is elsewhere', async () => {
    const AWS_ENDPOINT_URL = await serve((_, response) =>
      response.writeHead(301, { 'x-amz-bucket-region': 'eu-central-1' }).end(),
    );
    const opening = openS3('s3://web/a.warc', { anonymous: true, env: { AWS_ENDPOINT_URL } });
    expect((await failure(opening)).message).toContain('region eu-central-1: set AWS_REGION');
  });

  it('takes an address apart', () => {
    expect(parseS3Address('s3://web')).toEqual({ bucket: 'web', key: '' });
    expect(parseS3Address('s3://web/a/b#c')).toEqual({ bucket: 'web', key: 'a/b#c' });
  });
});

describe('listS3', () => {
  it('lists what starts with the prefix', async () => {
    const listed = await listS3('s3://web/crawl/', { env });
    expect(listed.map(({ key }) => key).sort()).toEqual([
      'crawl/1.warc.gz',
      ODD_KEY,
      'crawl/deep/2.arc.gz',
    ]);
    expect(listed[0]?.sizeBytes).toBe(5000);
  });
});

describe('a listing in pages', () => {
  const page = (keys: readonly string[], next = '') =>
    `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType>${keys
      .map((key) => `<Contents><Key>${key}</Key><Size>3</Size></Contents>`)
      .join('')}<IsTruncated>${next !== ''}</IsTruncated>${
      next && `<NextContinuationToken>${next}</NextContinuationToken>`
    }</ListBucketResult>`;
  const list = async (answer: (query: URLSearchParams) => string, maxObjects = 100) => {
    const endpoint = await serve((request, response) => {
      response.end(answer(new URL(request.url ?? '', 'http://host').searchParams));
    });
    const options = { anonymous: true, maxObjects, backoffMs: 1, attempts: 2 };
    return listS3('s3://web/p x', { ...options, env: { AWS_ENDPOINT_URL: `${endpoint}/` } });
  };

  it('is followed to its end and decoded', async () => {
    const seen: string[] = [];
    const listed = await list((query) => {
      seen.push(`${query.get('prefix')}|${query.get('continuation-token')}`);
      return seen.length === 1 ? page(['p+x%2Fa', 'b%2Bc'], 't+/&amp;=') : page(['d&amp;e']);
    });
    expect(listed.map(({ key }) => key)).toEqual(['p x/a', 'b+c', 'd&e']);
    expect(seen).toEqual(['p x|null', 'p x|t+/&=']);
  });

  it('that runs in a circle, is cut or is something else is refused', async () => {
    expect((await failure(list(() => page(['a'], 'again')))).message).toContain('more than 100');
    expect((await failure(list(() => page(['a']).slice(0, -5)))).code).toBe('REMOTE_FAILED');
    expect((await failure(list(() => '<html></html>'))).code).toBe('REMOTE_FAILED');
    expect((await failure(list(() => page(['%ff'])))).code).toBe('REMOTE_FAILED');
  });
});
