// Addresses, retries and refusals, against small servers that play a node.
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSolrAddress } from './solr-address.ts';
import { SolrClient } from './solr-client.ts';

describe('the address of an index', () => {
  it('names nodes and a collection', () => {
    expect(parseSolrAddress('solr://h1:8983,[::1]:7,h2/images')).toEqual({
      nodes: ['http://h1:8983/solr', 'http://[::1]:7/solr', 'http://h2:8983/solr'],
      collection: 'images',
    });
    expect(parseSolrAddress('solrs://h1/a-b.c/').nodes).toEqual(['https://h1:8983/solr']);
  });

  it.each([
    'solr://h1',
    'solr:///x',
    'http://h1/x',
    'solr://user:secret@h1/x',
    'solr://h1,,h2/x',
    'solr://h1/a/b',
  ])('is refused: %s', (address) => {
    expect(() => parseSolrAddress(address)).toThrowError(/is not the address of an index/);
  });
});

describe('a client of several nodes', () => {
  it('asks another node when one does not answer, and stays with it', async () => {
    const asked: string[] = [];
    const ill = await listen((_, response) => {
      asked.push('ill');
      response.writeHead(503).end('{"error":{"msg":"no servers hosting shard"}}');
    });
    const well = await listen((_, response) => {
      asked.push('well');
      response.end('{"response":{"numFound":3}}');
    });
    const reasons: string[] = [];
    const client = new SolrClient({
      nodes: [ill, well],
      collection: 'x',
      onRetry: (reason) => reasons.push(reason),
    });
    expect(await client.query({})).toEqual({ response: { numFound: 3 } });
    await client.query({});
    expect(asked).toEqual(['ill', 'well', 'well']);
    expect(reasons).toEqual([`${ill}: no servers hosting shard`]);
  });

  it('tries again while a leader is elected', async () => {
    let tries = 0;
    const node = await listen((_, response) => {
      if (++tries < 4) response.writeHead(500).end('<html>');
      else response.end('{}');
    });
    const client = new SolrClient({ nodes: [node], collection: 'x' });
    expect(await client.update([])).toEqual({});
    expect(tries).toBe(4);
  });

  it('gives up in the end', async () => {
    const node = await listen((_, response) => response.writeHead(500).end('{}'));
    const client = new SolrClient({ nodes: [node], collection: 'x', patienceMs: 100 });
    await expect(client.update([])).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
  });

  it('does not repeat what is refused', async () => {
    let tries = 0;
    const node = await listen((_, response) => {
      tries++;
      response.writeHead(409).end('{"error":{"msg":"version conflict"}}');
    });
    const client = new SolrClient({ nodes: [node], collection: 'x' });
    await expect(client.update([])).rejects.toMatchObject({
      status: 409,
      message: 'version conflict',
    });
    expect(tries).toBe(1);
  });

  it('keeps all digits of versions, and sends its name and password', async () => {
    let authorization: string | undefined;
    const node = await listen((request, response) => {
      ({ authorization } = request.headers);
      response.end('{"doc":{"_version_":1849876543210987654}}');
    });
    const client = new SolrClient({ nodes: [node], collection: 'x', credentials: 'a:b' });
    expect(await client.send({ path: 'x/get' })).toEqual({
      doc: { _version_: '1849876543210987654' },
    });
    expect(authorization).toBe('Basic YTpi');
  });

  it('ends with the signal', async () => {
    const node = await listen(() => {});
    const client = new SolrClient({ nodes: [node], collection: 'x' });
    const stop = new AbortController();
    const asked = client.query({}, stop.signal);
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
