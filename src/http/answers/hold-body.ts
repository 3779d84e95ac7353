import type { PendingResponses } from '../../core/limits/pending-responses.ts';
import type { Body } from './body.ts';

/** Counts a body as held for a client until the returned function is called. */
export function holdBody(pending: PendingResponses, client: string, body: Body): () => void {
  if (typeof body === 'string') return pending.hold(client, [{ length: body.length }]);
  return pending.hold(client, 'pieces' in body ? body.pieces : [body]);
}
