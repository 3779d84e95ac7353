import type { Hex } from 'viem';
import { z } from 'zod';

const count = z.number().int().nonnegative();
const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/)
  .transform((text) => text as Hex);
const openBitmap = z.object({ player: z.string(), bytes: hex, acceptedAt: z.number() });
const openValue = z.object({ bitmaps: z.array(openBitmap) });
const closedValue = z.object({ bitmaps: z.array(z.tuple([z.string(), hex])) });

const resolved = z.object({
  kind: z.literal('resolved'),
  digest: z.string(),
  resolvedAt: count,
  value: openValue,
});
const refused = z.object({ kind: z.literal('refused'), promised: count });

/** Identifies a tick. */
export const tickRequestSchema = z.object({ batchId: count, tick: count });
/** Requests a promise for a ballot (Paxos phase 1). */
export const prepareRequestSchema = tickRequestSchema.extend({ ballot: count });
/** Requests a vote for a value (Paxos phase 2). */
export const acceptRequestSchema = prepareRequestSchema.extend({
  value: openValue,
  digest: z.string(),
});
/** Requests a partial signature. */
export const signRequestSchema = z.object({
  kind: z.enum(['claim', 'withdraw']),
  batchId: count,
  player: z.string(),
});

/** The tick as the peer has resolved it; `null` if it has not. */
export const learnReplySchema = resolved.nullable();
/** A promise, a rejection, or the resolved tick. */
export const prepareReplySchema = z.discriminatedUnion('kind', [
  resolved,
  refused,
  z.object({
    kind: z.literal('promised'),
    accepted: z.object({ ballot: count, value: closedValue }).nullable(),
    bitmaps: z.array(openBitmap),
  }),
]);
/** A vote, a rejection, or the resolved tick. */
export const acceptReplySchema = z.discriminatedUnion('kind', [
  resolved,
  refused,
  z.object({ kind: z.literal('accepted') }),
  z.object({ kind: z.literal('disagrees'), reason: z.enum(['behind', 'digest']) }),
]);
/** A partial signature and the digest that it signs; `null` if there is nothing to sign. */
export const signReplySchema = z.object({ message: hex, signature: hex }).nullable();

/** Request for a partial signature. */
export type SignRequest = z.infer<typeof signRequestSchema>;
/** Response to a request for a partial signature. */
export type SignReply = z.infer<typeof signReplySchema>;
