import type { z } from 'zod';
import type { OraclePeers } from '../ticks/proposer.ts';
import type { PeerKey } from './peer-key.ts';
import {
  acceptReplySchema,
  learnReplySchema,
  prepareReplySchema,
  type SignReply,
  type SignRequest,
  signReplySchema,
} from './peer-schema.ts';

/** The other oracles. */
export type PeerClient = OraclePeers & {
  /** Partial signatures, each with the position of its signer. */
  readonly sign: (
    request: SignRequest,
  ) => readonly Promise<{ readonly index: number; readonly reply: SignReply }>[];
};

export type PeerClientOptions = {
  /** All oracles by position; this one's own is left out. */
  readonly urls: readonly string[];
  readonly index: number;
  readonly key: PeerKey;
  readonly now: () => number;
};

const DEADLINE_MS = 3_000;
const SIGN_DEADLINE_MS = 1_500;

/** Creates the client of the other oracles' `/peer/*` routes. */
export function createPeerClient({ urls, index: own, key, now }: PeerClientOptions): PeerClient {
  const others = urls.flatMap((url, index) => (index === own ? [] : [{ url, index }]));

  async function ask<S extends z.ZodType>(
    url: string,
    call: { readonly path: string; readonly body: unknown; readonly deadline?: number },
    schema: S,
  ): Promise<z.output<S>> {
    const body = JSON.stringify(call.body);
    const time = Math.floor(now());
    const response = await fetch(`${url}${call.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-peer-time': `${time}`,
        'x-peer-stamp': key.stamp({ path: call.path, time, body }),
      },
      body,
      signal: AbortSignal.timeout(call.deadline ?? DEADLINE_MS),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`a peer answered ${response.status}`);
    return schema.parse(answer);
  }

  const askAll = <S extends z.ZodType>(path: string, body: unknown, schema: S) =>
    others.map(({ url }) => ask(url, { path, body }, schema));

  return {
    prepare: (request) => askAll('/peer/prepare', request, prepareReplySchema),
    accept: (request) => askAll('/peer/accept', request, acceptReplySchema),
    learn: (batchId, tick) => askAll('/peer/resolved', { batchId, tick }, learnReplySchema),
    sign: (request) =>
      others.map(async ({ url, index }) => {
        const call = { path: '/peer/sign', body: request, deadline: SIGN_DEADLINE_MS };
        return { index, reply: await ask(url, call, signReplySchema) };
      }),
  };
}
