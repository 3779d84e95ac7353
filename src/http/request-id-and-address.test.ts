import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parseIpRanges } from '../lib/ip-ranges.ts';
import { createIdAndAddressReader } from './request-id-and-address.ts';

const trusted = parseIpRanges(['10.0.0.0/8', 'fd00::/8']) ?? new BlockList();
const read = createIdAndAddressReader(trusted);
const clientOf = (forwarded: string, remoteAddress = '10.0.0.1') =>
  read({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }, null)
    .clientAddress;

test('behavior: headers count only from a trusted proxy', () => {
  expect(clientOf('203.0.113.9', '198.51.100.1')).toBe('198.51.100.1');
  expect(clientOf('203.0.113.9', '::ffff:198.51.100.1')).toBe('198.51.100.1');
});

test.each(['::ffff:10.0.0.1', '::FFFF:10.0.0.1', '::ffff:a00:1'])(
  'behavior: the trusted proxy 10.0.0.1 is trusted as %s',
  (remoteAddress) => {
    expect(clientOf('203.0.113.9', remoteAddress)).toBe('203.0.113.9');
  },
);

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9,, ', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:FFFF:CB00:7109, ::ffff:a00:7', '203.0.113.9'],
  ['"203.0.113.9"', '203.0.113.9'],
  ['2001:DB8:0:0::9', '2001:db8::9'],
  ['2001:db8::9, fd00::1', '2001:db8::9'],
  ['10.0.0.9', '10.0.0.9'],
  ['', '10.0.0.1'],
])(
  'default: of %j the client is the nearest address that is not a trusted proxy: %s',
  (forwarded, address) => {
    expect(clientOf(forwarded)).toBe(address);
  },
);

test.each([
  ['1.1.1.1, 203.0.113.9:51234', '203.0.113.9'],
  ['1.1.1.1, [2001:db8::9]:443', '2001:db8::9'],
  ['1.1.1.1, [2001:db8::9]', '2001:db8::9'],
  ['1.1.1.1, "[2001:db8::9]:443"', '2001:db8::9'],
  ['1.1.1.1, 203.0.113.9:51234, 10.0.0.7:80', '203.0.113.9'],
])('behavior: a port is removed: %j is %s', (forwarded, address) => {
  expect(clientOf(forwarded)).toBe(address);
});

test.each(['1.1.1.1, unknown', '1.1.1.1, _hidden', '1.1.1.1, 203.0.113.9 (client)'])(
  'behavior: the chain ends at a hop that is not an address: %j',
  (forwarded) => {
    expect(clientOf(forwarded)).toBe('10.0.0.1');
  },
);
