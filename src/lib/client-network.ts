/**
 * Returns the rate-limit key of a client: its IPv4 address, or the /64 prefix of its IPv6 address,
 * because one client can use a whole /64.
 *
 * @example clientNetworkPrefix('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function clientNetworkPrefix(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...missing, ...right].slice(0, 4).map(shortest).join(':')}::/64`;
}

const shortest = (group: string) => group.replace(/^0+(?=.)/, '');
