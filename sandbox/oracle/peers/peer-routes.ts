import type { z } from 'zod';
import {
  createJsonResponse,
  ServiceError,
  type ServiceRequest,
  type ServiceRoute,
} from '../../lib/http-service.ts';
import type { Acceptor } from '../ticks/acceptor.ts';
import type { PeerKey } from './peer-key.ts';
import {
  acceptRequestSchema,
  prepareRequestSchema,
  type SignReply,
  type SignRequest,
  signRequestSchema,
  tickRequestSchema,
} from './peer-schema.ts';

export type PeerRoutesOptions = {
  readonly key: PeerKey;
  readonly acceptor: Acceptor;
  readonly sign: (request: SignRequest) => SignReply;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** Maximum size of a body in bytes: bitmaps of hundreds of players. */
const BODY_LIMIT = 8 * 1024 * 1024;
/** Maximum age of a message's timestamp, milliseconds. */
const STAMP_LIFE_MS = 30_000;

/**
 * Routes between oracles. A client without the shared key gets the same 404 as for an unknown path.
 */
export function createPeerRoutes(options: PeerRoutesOptions): readonly ServiceRoute[] {
  const { acceptor } = options;

  async function open<S extends z.ZodType>(
    request: ServiceRequest,
    schema: S,
  ): Promise<z.output<S>> {
    const stranger = new ServiceError(404, 'not found');
    const time = Number(request.headers['x-peer-time']);
    const stamp = request.headers['x-peer-stamp'];
    if (typeof stamp !== 'string' || !(Math.abs(options.now() - time) < STAMP_LIFE_MS))
      throw stranger;
    const body = (await request.body(BODY_LIMIT)).toString('utf8');
    if (!options.key.isValid({ path: request.path, time, body }, stamp)) throw stranger;
    const parsed = schema.safeParse(JSON.parse(body));
    if (!parsed.success) throw new ServiceError(400, 'not a peer request');
    return parsed.data;
  }

  return [
    {
      method: 'POST',
      path: '/peer/resolved',
      handle: async (request) => {
        const { batchId, tick } = await open(request, tickRequestSchema);
        return createJsonResponse(acceptor.resolved(batchId, tick));
      },
    },
    {
      method: 'POST',
      path: '/peer/prepare',
      handle: async (request) =>
        createJsonResponse(acceptor.prepare(await open(request, prepareRequestSchema))),
    },
    {
      method: 'POST',
      path: '/peer/accept',
      handle: async (request) =>
        createJsonResponse(await acceptor.accept(await open(request, acceptRequestSchema))),
    },
    {
      method: 'POST',
      path: '/peer/sign',
      handle: async (request) =>
        createJsonResponse(options.sign(await open(request, signRequestSchema))),
    },
  ];
}
