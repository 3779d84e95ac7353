import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net';
import { unescape as decodePercents } from 'node:querystring';
import { connect as connectTls } from 'node:tls';

/** A parsed origin, and how to connect to it. */
export type ConnectableOrigin = {
  readonly authority: string;
  /** Value of the `Authorization` header (RFC 7617); undefined without credentials. */
  readonly authorization: string | undefined;
  readonly isTls: boolean;
  /** Starts a connection; `onReady` is called when HTTP can be sent, after the TLS handshake. */
  readonly connect: (onread: OnReadOpts, onReady: () => void) => Socket;
};

/** Idle time after which the kernel probes a TCP connection, milliseconds. */
const probeAfter = 60_000;

/**
 * Parses a URL with scheme, host, optional port and credentials. For `https:`, certificates are
 * verified, HTTP/1.1 is the only ALPN protocol, and TLS sessions are resumed (RFC 8446 §2.2) until
 * an error.
 *
 * @throws {TypeError} the scheme is neither `http:` nor `https:`.
 */
export function parseUpstreamOrigin(origin: string): ConnectableOrigin {
  const { protocol, hostname, port, host, username, password } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('not an origin of HTTP');
  const isTls = protocol === 'https:';
  const name = hostname.replace(/^\[|\]$/g, '');
  const credentials = `${decodePercents(username)}:${decodePercents(password)}`;
  const authorization =
    credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const common = {
    host: name,
    port: Number(port) || (isTls ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeAfter,
  };
  const servername = isIP(name) === 0 ? name : '';
  let session: Buffer | undefined;
  const connect: ConnectableOrigin['connect'] = (onread, onReady) => {
    if (!isTls) return connectTcp({ ...common, onread }, onReady);
    const options = { ...common, servername, ALPNProtocols: ['http/1.1'], onread };
    const socket = connectTls(session ? { ...options, session } : options, onReady);
    socket.on('session', (given) => {
      session = given;
    });
    socket.once('error', () => {
      session = undefined;
    });
    return socket;
  };
  return { authority: host, authorization, isTls, connect };
}
