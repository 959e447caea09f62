// Which network addresses a crawler may connect to: public ones only, unless told otherwise.
import { BlockList, isIP } from 'node:net';

/** Why an address is refused. */
export type AddressRefusal = keyof typeof ADDRESS_REFUSALS;

/** Every reason with an explanation for reports and documentation. */
export const ADDRESS_REFUSALS = {
  loopback: 'the machine itself',
  private: 'a private network',
  'link-local': 'the local link, where cloud providers also keep their metadata service',
  metadata: 'the metadata service of a cloud provider',
  multicast: 'a group of machines',
  reserved: 'an address that no public server has',
  'not-an-address': 'not an IP address',
} as const;

/**
 * Why a connection to an IP address must not be made; `undefined` for a public one. IPv4 addresses inside IPv6 ones
 * (mapped, NAT64, 6to4) are judged as what they stand for.
 *
 * @example refusalOf('::ffff:10.0.0.1') // 'private'
 */
export function refusalOf(address: string): AddressRefusal | undefined {
  const plain = address.replace(/^\[|\]$|%.*$/g, '');
  const version = isIP(plain);
  if (version === 0) return 'not-an-address';
  const inner = version === 6 ? innerIpv4(plain) : plain;
  for (const { reason, list } of inner === undefined ? IPV6 : IPV4) {
    if (list.check(inner ?? plain, inner === undefined ? 'ipv6' : 'ipv4')) return reason;
  }
  return undefined;
}

interface Range {
  readonly reason: AddressRefusal;
  readonly list: BlockList;
}

// The special-purpose registries of IANA (RFC 6890 and its updates). The first match counts.
const IPV4: readonly Range[] = [
  range('metadata', 'ipv4', '169.254.169.254/32', '169.254.170.2/32', '100.100.100.200/32'),
  range('loopback', 'ipv4', '127.0.0.0/8', '0.0.0.0/8'),
  range('private', 'ipv4', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'),
  range('link-local', 'ipv4', '169.254.0.0/16'),
  range('multicast', 'ipv4', '224.0.0.0/4'),
  range(
    'reserved',
    'ipv4',
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
  ),
];

const IPV6: readonly Range[] = [
  range('metadata', 'ipv6', 'fd00:ec2::254/128'),
  range('loopback', 'ipv6', '::/127'),
  range('private', 'ipv6', 'fc00::/7', 'fec0::/10'),
  range('link-local', 'ipv6', 'fe80::/10'),
  range('multicast', 'ipv6', 'ff00::/8'),
  range(
    'reserved',
    'ipv6',
    ...[
      '::/8',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
      '3fff::/20',
      '5f00::/16',
      '64:ff9b:1::/48',
    ],
  ),
];

function range(reason: AddressRefusal, type: 'ipv4' | 'ipv6', ...subnets: string[]): Range {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits = ''] = subnet.split('/');
    list.addSubnet(net, Number(bits), type);
  }
  return { reason, list };
}

/** The IPv4 address that an IPv6 address stands for, if it does. */
function innerIpv4(address: string): string | undefined {
  const groups = groupsOf(address);
  const at = (index: number) => groups[index] ?? 0;
  const isZero = (end: number) => groups.slice(0, end).every((group) => group === 0);
  if (isZero(5) && at(5) === 0xffff) return toIpv4(at(6), at(7));
  if (isZero(6) && at(6) !== 0) return toIpv4(at(6), at(7));
  if (at(0) === 0x64 && at(1) === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) {
    return toIpv4(at(6), at(7));
  }
  return at(0) === 0x2002 ? toIpv4(at(1), at(2)) : undefined;
}

function groupsOf(address: string): number[] {
  // The URL parser writes every form of an IPv6 address in the shortest one, without dotted ends.
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const numbers = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((hex) => Number.parseInt(hex, 16));
  const start = numbers(head);
  if (tail === undefined) return start;
  const end = numbers(tail);
  return [...start, ...new Array<number>(8 - start.length - end.length).fill(0), ...end];
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
