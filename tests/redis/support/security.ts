import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What servers and clients of a Redis with TLS and a password are told. */
export type RedisSecurity = {
  readonly password: string;
  /** The certificate, which signs itself: `NODE_EXTRA_CA_CERTS` of a gateway. */
  readonly certificate: string;
  /** Settings of every server, and of sentinels without those of the password. */
  readonly settings: Readonly<Record<string, string>>;
  readonly client: { readonly password: string; readonly tls: { readonly ca: Buffer } };
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Creates a certificate for 127.0.0.1. */
export async function createRedisSecurity(): Promise<RedisSecurity> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=redis';
  const name = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  const made = spawnSync('openssl', [...request.split(' '), ...name, ...files]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  const password = 'word-1234';
  return {
    password,
    certificate,
    settings: {
      'tls-cert-file': certificate,
      'tls-key-file': key,
      'tls-ca-cert-file': certificate,
      'tls-auth-clients': 'no',
      'tls-replication': 'yes',
    },
    client: { password, tls: { ca: readFileSync(certificate) } },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
