import { isHex } from 'viem';
import { z } from 'zod';
import {
  createJsonResponse,
  readJson,
  ServiceError,
  type ServiceRoute,
} from '../../lib/http-service.ts';
import { type Batch, isCommittedAtOrAfter, type PlayerPosition } from '../market-state/batch.ts';
import {
  computeBalance,
  createSignableStatement,
  type SignableStatement,
} from '../proofs/signable-statement.ts';
import { BitmapError, hashBitmap, parseBitmap } from '../settle/bitmap.ts';
import { getOracleWireFormat, type OracleWireFormat } from './oracle-wire-format.ts';
import {
  findBatchById,
  findBatchFromPath,
  findOpenPosition,
  getCurrentTick,
  parseAddressParameter,
  sumPositionPnl,
} from './request-parameters.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Maximum size of a submission, bytes. */
const BODY_LIMIT = 64 * 1024;

const submission = z.object({
  player: z.unknown().optional(),
  batch_id: z.number('batch_id must be a number').int('batch_id must be a whole number').min(0),
  bitmap_hex: z.string('bitmap_hex must be a string'),
  expected_hash: z.string('expected_hash must be a string'),
});

/** Routes of players: to submit a bitmap and to read a balance with its proof. */
export function createPlayerRoutes(context: OracleRouteContext): readonly ServiceRoute[] {
  const wireFormat = getOracleWireFormat(context.wireFormat);
  return [
    {
      method: 'POST',
      path: '/vision/bitmap',
      handle: async (request) => {
        const parsed = submission.safeParse(await readJson(request, BODY_LIMIT));
        if (!parsed.success) {
          throw new ServiceError(400, parsed.error.issues[0]?.message ?? 'malformed body');
        }
        const { batch_id, bitmap_hex, expected_hash } = parsed.data;
        const player = parseAddressParameter(parsed.data.player, 'player');
        const bytes = readBitmap(bitmap_hex);
        const expected = expected_hash.toLowerCase();
        if (!isHex(expected) || expected.length !== 66) {
          throw new ServiceError(400, 'Invalid expected_hash: 0x and 64 hex digits expected');
        }
        if (hashBitmap(bytes) !== expected) {
          throw new ServiceError(
            400,
            'Hash mismatch: keccak256 of the bitmap is not expected_hash',
          );
        }
        const batch = findBatchById(context, batch_id);
        const position = findOpenPosition(context, batch.id, player);
        if (!isCommittedAtOrAfter(position, getCurrentTick(context, batch), expected)) {
          throw new ServiceError(
            400,
            'Hash mismatch: expected_hash is not the on-chain commitment',
          );
        }
        const acceptedAt = context.now();
        context.bitmaps.put({ batchId: batch.id, player: position.player, bytes, acceptedAt });
        return createJsonResponse(wireFormat.body({ accepted: true, batch_id: batch.id, player }));
      },
    },
    {
      method: 'GET',
      path: '/vision/balance/:id/:player',
      handle: async (request) => {
        const player = parseAddressParameter(request.params.player, 'address');
        const batch = findBatchFromPath(context, request);
        const position = findOpenPosition(context, batch.id, player);
        const proof = await proofFields({ context, batch, position, wireFormat });
        const body = {
          batch_id: batch.id,
          player: position.player,
          balance: computeBalance(position, context.ledger.pnlOf).toString(),
          stake_per_tick: position.stakePerTick.toString(),
          deposit: position.totalDeposited.toString(),
          ...proof,
        };
        return createJsonResponse(wireFormat.body(body));
      },
    },
  ];
}

/** Returns the statement that can be signed for a player at present; `null` if there is none. */
export function findSignableStatement(
  context: OracleRouteContext,
  batch: Batch,
  position: PlayerPosition,
): SignableStatement | null {
  return createSignableStatement({
    domain: context.domain,
    batch,
    position,
    nextTick: context.ticks.nextTick(batch.id) ?? 0,
    pnl: sumPositionPnl(context, position),
    now: Math.floor(context.now() / 1000),
  });
}

function readBitmap(text: string): Uint8Array {
  try {
    return parseBitmap(text);
  } catch (error) {
    if (error instanceof BitmapError) throw new ServiceError(400, error.message);
    throw error;
  }
}

type ProofInputs = {
  readonly context: OracleRouteContext;
  readonly batch: Batch;
  readonly position: PlayerPosition;
  readonly wireFormat: OracleWireFormat;
};

/** Returns the arguments of `claimRewards` or `withdraw` if a quorum signs them. */
async function proofFields({ context, batch, position, wireFormat }: ProofInputs) {
  const statement = findSignableStatement(context, batch, position);
  if (statement === null) return {};
  const { kind } = statement;
  const { player } = position;
  const proof = await context.prover.prove(statement, { kind, batchId: batch.id, player });
  if (proof === null) return {};
  const signed = {
    bls_sig: wireFormat.signature(proof.signature),
    signer_bitmap: proof.signersBitmask.toString(),
    reference_nonce: proof.referenceNonce,
  };
  if (statement.kind === 'withdraw') {
    return { ...signed, final_balance: statement.finalBalance.toString() };
  }
  const { fromTick, toTick, newBalance } = statement;
  const range = { tick_id: toTick, from_tick: fromTick, to_tick: toTick };
  return { ...signed, ...range, new_balance: newBalance.toString() };
}
