import { BlockList, isIP } from 'node:net';

const bitsOf: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/**
 * Parses IP addresses and CIDR ranges (RFC 4632, RFC 4291 §2.3); null if one of them is invalid.
 *
 * @example parseIpRanges(['10.0.0.0/8', '::1'])?.check('10.1.2.3') // true
 */
export function parseIpRanges(texts: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const bits = bitsOf[isIP(address)];
    if (bits === undefined || Number(prefix ?? 0) > bits) return null;
    list.addSubnet(address, Number(prefix ?? bits), bits === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}
