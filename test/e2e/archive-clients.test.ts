// Clients of others, from PyPI, ask a real server: they find what their own archives would have given them.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serveLibrary } from '../fixtures/served-library.ts';

/** As `.ci/run` installs them. Nobody needs them to build or test Pinakes. */
const MODULES = 'cdx_toolkit, waybackpy, wayback, memento_client';
const hasClients =
  process.env['CI'] === 'true' || spawnSync('python3', ['-c', `import ${MODULES}`]).status === 0;
const reason = hasClients ? '' : ` (skipped: python3 with ${MODULES} is not here)`;

/** What each is asked, and what it says, as one document. */
const PROGRAM = `
import datetime, json, sys
base = sys.argv[1]
said = {}

import cdx_toolkit
fetcher = cdx_toolkit.CDXFetcher(source=base + '/cdx')
found = fetcher.iter('bridges.example/*', filter=['~mime:image/.*'], limit=100)
said['cdx_toolkit'] = sorted([each['timestamp'], each['url']] for each in found)

from waybackpy import WaybackMachineCDXServerAPI
api = WaybackMachineCDXServerAPI('bridges.example/april.png')
api.endpoint = base + '/cdx'
said['waybackpy'] = [api.near(wayback_machine_timestamp=time).timestamp for time in ('2001', '2020')]

import wayback, wayback._client
wayback._client.CDX_SEARCH_URL = base + '/cdx/search/cdx'
said['wayback'] = [each.url for each in wayback.WaybackClient().search('bridges.example', match_type='host')]

from memento_client import MementoClient
client = MementoClient(timegate_uri=base + '/web/', check_native_timegate=False)
said['memento'] = []
for uri in ('http://bridges.example/', 'http://bridges.example/april.png'):
    # It learns the original from a memento; it would ask the live web otherwise.
    time = '20110917083000' if uri.endswith('/') else '20110917083001'
    info = client.get_memento_info(f'{base}/web/{time}/{uri}', datetime.datetime(2004, 1, 1))
    said['memento'].append([info['original_uri'], info['mementos']['closest']['uri'][0][len(base):]])

print(json.dumps(said))
`;

it.skipIf(!hasClients)(
  `is read by cdx_toolkit, waybackpy, wayback and memento_client${reason}`,
  async () => {
    await using served = await serveLibrary({ port: 0 });
    const base = (await served.server.listen()).replace(/\/$/, '');
    const { stdout } = await promisify(execFile)('python3', ['-c', PROGRAM, base], {
      timeout: 60_000,
    });
    const april = 'http://bridges.example/april.png';
    expect(JSON.parse(stdout)).toEqual({
      cdx_toolkit: [
        ['20030501120001', april],
        ['20030501120002', 'http://bridges.example/vasco.png'],
        ['20110917083001', april],
      ],
      waybackpy: ['20030501120001', '20110917083001'],
      wayback: [
        'http://bridges.example/',
        'http://bridges.example/',
        april,
        april,
        'http://bridges.example/vasco.png',
      ],
      memento: [
        ['http://bridges.example/', '/web/20030501120000/http://bridges.example/'],
        [april, `/web/20030501120001/${april}`],
      ],
    });
  },
);
