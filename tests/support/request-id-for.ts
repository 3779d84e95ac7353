import { hash } from 'node:crypto';

/** A UUID for a name, the same each time: an `X-Request-Id` that the gateway takes over. */
export function requestIdFor(name: string): string {
  const hex = hash('sha256', name, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
