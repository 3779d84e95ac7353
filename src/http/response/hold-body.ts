import type { PendingResponses } from '../../lib/limits/pending-responses.ts';
import type { ResponseBody } from './response-body.ts';

/** Counts a body as pending for a client until the returned function is called. */
export function holdBody(
  pending: PendingResponses,
  client: string,
  body: ResponseBody,
): () => void {
  if (typeof body === 'string') return pending.hold(client, [{ length: body.length }]);
  return pending.hold(client, 'buffers' in body ? body.buffers : [body]);
}
