import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { requestIdOf } from './request-id.ts';

/** What a request says of itself before anything of it is parsed. */
export type ClientRequest = {
  readonly requestId: string;
  readonly clientAddress: string;
};

/** Reads the client of a request, and answers its id. */
export type ClientReader = (request: IncomingMessage, response: ServerResponse) => ClientRequest;

/** A signal that fires when the client leaves before its answer is complete. */
export function leavingSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) {
      controller.abort(new DOMException('the client has left', 'AbortError'));
    }
  });
  return controller.signal;
}

/** Creates the reader of clients, behind proxies whose word is taken. */
export function createClientReader(trustedProxies: readonly string[]): ClientReader {
  const trusted = createBlockList(trustedProxies);
  return (request, response) => {
    const requestId = requestIdOf(request);
    if (!response.headersSent) response.setHeader('X-Request-Id', requestId);
    return { requestId, clientAddress: addressOf(request, trusted) };
  };
}

/** The nearest address that is not a trusted proxy's. */
function addressOf(request: IncomingMessage, trusted: BlockList): string {
  let address = plainAddress(request.socket.remoteAddress ?? '');
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return address;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => isIP(hop) !== 0);
  while (isTrusted(address, trusted)) {
    const next = hops.pop();
    if (next === undefined) break;
    address = plainAddress(next);
  }
  return address;
}

const plainAddress = (address: string) =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function createBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
