import { isHex } from 'viem';
import { z } from 'zod';
import { json, readJson, ServiceError, type ServiceRoute } from '../../kit/http-service.ts';
import { type Batch, isCommittedFrom, type Position } from '../book/batch.ts';
import { balanceOf, type Statement, statementFor } from '../proofs/statement.ts';
import { BitmapError, bitmapHash, parseBitmap } from '../settle/bitmap.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { address, batchById, batchOf, pnlOf, positionOf, runningTick } from './parameters.ts';
import type { World } from './world.ts';

/** Longest body of a submission, bytes (threats 5). */
const BODY_LIMIT = 64 * 1024;

const submission = z.object({
  player: z.unknown().optional(),
  batch_id: z.number('batch_id must be a number').int('batch_id must be a whole number').min(0),
  bitmap_hex: z.string('bitmap_hex must be a string'),
  expected_hash: z.string('expected_hash must be a string'),
});

/** Routes of players: submit a bitmap, read a balance with its proof. */
export function playerRoutes(world: World): readonly ServiceRoute[] {
  const dialect = dialectOf(world.dialect);
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
        const player = address(parsed.data.player, 'player');
        const bytes = readBitmap(bitmap_hex);
        const expected = expected_hash.toLowerCase();
        if (!isHex(expected) || expected.length !== 66) {
          throw new ServiceError(400, 'Invalid expected_hash: 0x and 64 hex digits expected');
        }
        if (bitmapHash(bytes) !== expected) {
          throw new ServiceError(
            400,
            'Hash mismatch: keccak256 of the bitmap is not expected_hash',
          );
        }
        const batch = batchById(world, batch_id);
        const position = positionOf(world, batch.id, player);
        if (!isCommittedFrom(position, runningTick(world, batch), expected)) {
          throw new ServiceError(
            400,
            'Hash mismatch: expected_hash is not the on-chain commitment',
          );
        }
        const acceptedAt = world.now();
        world.bitmaps.put({ batchId: batch.id, player: position.player, bytes, acceptedAt });
        return json(dialect.body({ accepted: true, batch_id: batch.id, player }));
      },
    },
    {
      method: 'GET',
      path: '/vision/balance/:id/:player',
      handle: async (request) => {
        const player = address(request.params.player, 'address');
        const batch = batchOf(world, request);
        const position = positionOf(world, batch.id, player);
        const proof = await proofFields({ world, batch, position, dialect });
        const body = {
          batch_id: batch.id,
          player: position.player,
          balance: balanceOf(position, world.ledger.pnlOf).toString(),
          stake_per_tick: position.stakePerTick.toString(),
          deposit: position.totalDeposited.toString(),
          ...proof,
        };
        return json(dialect.body(body));
      },
    },
  ];
}

/** What can be signed for a player now. */
export function statementOf(world: World, batch: Batch, position: Position): Statement | null {
  return statementFor({
    domain: world.domain,
    batch,
    position,
    nextTick: world.ticks.nextTick(batch.id) ?? 0,
    pnl: pnlOf(world, position),
    now: Math.floor(world.now() / 1000),
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
  readonly world: World;
  readonly batch: Batch;
  readonly position: Position;
  readonly dialect: Dialect;
};

/** The arguments of `claimRewards` or `withdraw`, where a quorum signs them. */
async function proofFields({ world, batch, position, dialect }: ProofInputs) {
  const statement = statementOf(world, batch, position);
  if (statement === null) return {};
  const { kind } = statement;
  const { player } = position;
  const proof = await world.prover.prove(statement, { kind, batchId: batch.id, player });
  if (proof === null) return {};
  const signed = {
    bls_sig: dialect.signature(proof.signature),
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
