import { hash, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { type CacheTag, cacheTagKinds, parseTag } from '../../cache/cache-tags.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { sendErrorStatus, sendMethodNotAllowed } from '../error-response.ts';
import { readJsonBody } from '../read-json-body.ts';
import { toUncachedJson } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';

/** What `POST /admin/purge` needs; the token is in `Authorization: Bearer`. */
export type PurgeOptions = {
  readonly token: string;
  readonly purge: (tag: CacheTag) => Promise<void>;
  readonly log: Log;
};

const maxTags = 256;

/** Creates the router of `POST /admin/purge`, which drops the cached values with the given tags. */
export function createPurgeRouter({ token, purge, log }: PurgeOptions): Router {
  const router = Router();
  const expected = digest(`Bearer ${token}`);
  router.post('/admin/purge', async (request: Request, response: Response) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      sendErrorStatus(response, {
        status: 401,
        message: 'Authorization must be Bearer with the ADMIN_TOKEN of the gateway',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
      return;
    }
    const tags = parseTags(await readJsonBody(request));
    await Promise.all(tags.map(purge));
    log.info({ tags }, 'cache purged');
    void sendResponse(request, response, toUncachedJson(200, { purged: tags }));
  });
  router.all('/admin/purge', (_request, response) => sendMethodNotAllowed(response, 'POST'));
  return router;
}

/** Digests have one length, which the comparison requires. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** @throws {InvalidInputError} the body is not `{ "tags": [...] }` with tags of known kinds. */
function parseTags({ tags }: Record<string, unknown>): readonly CacheTag[] {
  if (!Array.isArray(tags) || tags.length === 0 || tags.length > maxTags) {
    throw new InvalidInputError(`tags must be a list of 1 to ${maxTags} tags`);
  }
  const parsed = tags.map((tag) => (typeof tag === 'string' ? parseTag(tag) : null));
  if (!parsed.every((tag) => tag !== null)) {
    throw new InvalidInputError(
      `each of tags must be a kind, or a kind with an id after "-"; the kinds are ${cacheTagKinds.join(', ')}`,
    );
  }
  return [...new Set(parsed)];
}
