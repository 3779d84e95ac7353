/** Returns a client's rate limit key: its IPv4 address, or the /64 prefix of its IPv6 address. */
export function clientNetworkPrefix(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...missing, ...right].slice(0, 4).map(shortest).join(':')}::/64`;
}

const shortest = (group: string) => group.replace(/^0+(?=.)/, '');
