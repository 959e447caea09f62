import { expect, it } from 'vitest';
import { refusalOf } from './address-guard.ts';

it.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.3.9', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['169.254.1.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['[::1]', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'metadata'],
  ['::127.0.0.1', 'loopback'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['2002:7f00:1::', 'loopback'],
  ['fd00:ec2::254', 'metadata'],
  ['fd12:3456::1', 'private'],
  ['fe80::1%eth0', 'link-local'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'reserved'],
  ['localhost', 'not-an-address'],
  ['2130706433', 'not-an-address'],
  ['0177.0.0.1', 'not-an-address'],
  ['', 'not-an-address'],
])('refuses %s: %s', (address, reason) => {
  expect(refusalOf(address)).toBe(reason);
});

it.each([
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '8.8.8.8',
  '2606:2800:220:1::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
])('lets %s pass', (address) => {
  expect(refusalOf(address)).toBeUndefined();
});
