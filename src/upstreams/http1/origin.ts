import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net';
import { unescape as decodePercents } from 'node:querystring';
import { connect as connectTls } from 'node:tls';

/** Where connections lead to. */
export type Origin = {
  /** For the `Host` line. */
  readonly authority: string;
  /** For the `Authorization` line (RFC 7617); undefined without user and password. */
  readonly authorization: string | undefined;
  readonly isTls: boolean;
  /** Begins to connect; `onReady` when bytes of HTTP may be sent. */
  readonly connect: (onread: OnReadOpts, onReady: () => void) => Socket;
};

/** Idle connections are probed by the kernel after this long, milliseconds. */
const probeAfter = 60_000;

/**
 * Reads an origin, with user and password where it has them; IPv6 literals, and `https:` with
 * certificates verified and HTTP/1.1 alone agreed on. Connections go on with the TLS session of one
 * before (RFC 8446 2.2), which spares both sides most of a handshake, until one of them fails.
 *
 * @throws {TypeError} it is not an origin of HTTP.
 */
export function parseOrigin(origin: string): Origin {
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
  if (!isTls) {
    return {
      authority: host,
      authorization,
      isTls,
      connect: (onread, onReady) => connectTcp({ ...common, onread }, onReady),
    };
  }
  const servername = isIP(name) === 0 ? name : '';
  const ALPNProtocols = ['http/1.1'];
  let session: Buffer | undefined;
  return {
    authority: host,
    authorization,
    isTls,
    connect: (onread, onReady) => {
      const options = { ...common, servername, ALPNProtocols, onread };
      const socket = connectTls(session ? { ...options, session } : options, onReady);
      socket.on('session', (given) => {
        session = given;
      });
      socket.once('error', () => {
        session = undefined;
      });
      return socket;
    },
  };
}
