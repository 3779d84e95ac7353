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

/** Client of the other oracles. */
export type PeerClient = OraclePeers & {
  /** Requests partial signatures, each with the position of its signer. */
  readonly sign: (
    request: SignRequest,
  ) => readonly Promise<{ readonly index: number; readonly reply: SignReply }>[];
};

export type PeerClientOptions = {
  /** Base URLs of all oracles by position. This oracle's own is not called. */
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

  async function sendRequest<S extends z.ZodType>(
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
    const content: unknown = await response.json();
    if (!response.ok) throw new Error(`a peer responded with status ${response.status}`);
    return schema.parse(content);
  }

  const sendToAll = <S extends z.ZodType>(path: string, body: unknown, schema: S) =>
    others.map(({ url }) => sendRequest(url, { path, body }, schema));

  return {
    prepare: (request) => sendToAll('/peer/prepare', request, prepareReplySchema),
    accept: (request) => sendToAll('/peer/accept', request, acceptReplySchema),
    learn: (batchId, tick) => sendToAll('/peer/resolved', { batchId, tick }, learnReplySchema),
    sign: (request) =>
      others.map(async ({ url, index }) => {
        const call = { path: '/peer/sign', body: request, deadline: SIGN_DEADLINE_MS };
        return { index, reply: await sendRequest(url, call, signReplySchema) };
      }),
  };
}
