// Where an index in Solr is: `solr://host:port,host:port/collection`.
import { PinakesError } from '../support/errors.ts';

/** Some nodes of a cluster, and a collection in it. */
export interface SolrAddress {
  /** Base URLs of nodes, such as `http://127.0.0.1:8983/solr`; any of them can answer for the whole cluster. */
  readonly nodes: readonly string[];
  readonly collection: string;
}

const DEFAULT_PORT = 8983;
/** More are not needed: the others are there for when one does not answer. */
const MAX_NODES = 64;

/** Understands an address; `solrs://` is the same over TLS. Throws `USAGE`. */
export function parseSolrAddress(address: string): SolrAddress {
  const [, scheme = '', hosts = '', collection = ''] =
    /^(solrs?):\/\/([^/?#]+)\/([\w.-]+)\/?$/.exec(address) ?? [];
  const nodes = hosts.split(',').map((host) => toNode(scheme === 'solrs' ? 'https' : 'http', host));
  if (nodes.length > MAX_NODES || nodes.includes(undefined)) {
    const detail = `${address} is not the address of an index: give solr://host:port,host:port/collection.`;
    throw new PinakesError('USAGE', { detail });
  }
  return { nodes: nodes.filter((node) => node !== undefined), collection };
}

/** Names and passwords belong into PINAKES_SOLR_AUTH, not into addresses, which lists of processes show. */
function toNode(protocol: string, host: string): string | undefined {
  const [, name = '', port = `${DEFAULT_PORT}`] =
    /^([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  return name === '' ? undefined : `${protocol}://${name}:${port}/solr`;
}
