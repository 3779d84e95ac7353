import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { parseIpRanges } from '../lib/ip-ranges.ts';
import { createRequestIdentifier } from './request-identity.ts';

const trusted = parseIpRanges(['10.0.0.0/8', 'fd00::/8']) ?? new BlockList();
const read = createRequestIdentifier(trusted);
const clientOf = (forwarded: string, remoteAddress = '10.0.0.1') =>
  read({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }, null)
    .clientAddress;

test('behavior: only a trusted proxy is believed', () => {
  expect(clientOf('203.0.113.9', '198.51.100.1')).toBe('198.51.100.1');
  expect(clientOf('203.0.113.9', '::ffff:198.51.100.1')).toBe('198.51.100.1');
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['1.1.1.1, 203.0.113.9,, ', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::9, fd00::1', '2001:db8::9'],
  ['10.0.0.9', '10.0.0.9'],
  ['', '10.0.0.1'],
])('default: of %j it is the nearest that is no proxy of ours: %s', (forwarded, address) => {
  expect(clientOf(forwarded)).toBe(address);
});

test.each([
  ['1.1.1.1, 203.0.113.9:51234', '203.0.113.9'],
  ['1.1.1.1, [2001:db8::9]:443', '2001:db8::9'],
  ['1.1.1.1, [2001:db8::9]', '2001:db8::9'],
  ['1.1.1.1, 203.0.113.9:51234, 10.0.0.7:80', '203.0.113.9'],
])('behavior: a proxy may tell ports: %j is %s', (forwarded, address) => {
  expect(clientOf(forwarded)).toBe(address);
});

test.each(['1.1.1.1, unknown', '1.1.1.1, _hidden', '1.1.1.1, 203.0.113.9 (client)'])(
  'behavior: what a proxy tells that is no address is not passed over for what the client wrote: %j',
  (forwarded) => {
    expect(clientOf(forwarded)).toBe('10.0.0.1');
  },
);
