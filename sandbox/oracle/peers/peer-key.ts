import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Encrypts messages between oracles, so that other processes can neither send nor read them. */
export type PeerKey = {
  readonly stamp: (message: PeerMessage) => string;
  readonly isValid: (message: PeerMessage, stamp: string) => boolean;
};

export type PeerMessage = {
  readonly path: string;
  /** Unix milliseconds. */
  readonly time: number;
  readonly body: string;
};

/**
 * Reads the secret that the oracles of one state folder share; the first oracle creates it.
 *
 * @throws {Error} the folder cannot be written, or the file has other content.
 */
export async function openPeerKey(stateDir: string): Promise<PeerKey> {
  await mkdir(stateDir, { recursive: true });
  const path = join(stateDir, 'oracle-peers.key');
  // The secret is written to another file, which is then renamed, so that the file is complete even
  // if an oracle is killed.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
    await link(unfinished, path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  const text = await readFile(path, 'utf8');
  if (/^[0-9a-f]{64}$/.test(text)) return createPeerKey(Buffer.from(text, 'hex'));
  throw new Error('oracle-peers.key in the state folder has no valid key');
}

/** Creates the encryption with a 32-byte secret. */
export function createPeerKey(secret: Uint8Array): PeerKey {
  const stamp = ({ path, time, body }: PeerMessage): string =>
    createHmac('sha256', secret).update(`${path}\n${time}\n${body}`).digest('hex');
  return {
    stamp,
    isValid(message, given) {
      const wanted = Buffer.from(stamp(message));
      const claimed = Buffer.from(given);
      return wanted.length === claimed.length && timingSafeEqual(wanted, claimed);
    },
  };
}
