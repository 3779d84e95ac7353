import { keccak256 } from 'viem';
import type { TestGateway } from '../../support/gateway.ts';
import type { FakeOracle } from './fake-oracle.ts';
import * as model from './market-model.ts';

/** The state of the batch that `submission` is for. */
export const statePath = '/vision/batch/7/state';

/** That state when everybody, or nobody, has a bitmap. */
const stateWith = (has_bitmap: boolean) => ({
  status: 200,
  body: { ...model.state, players: model.state.players.map((one) => ({ ...one, has_bitmap })) },
});

/** Oracles tell it from now on. */
export function setBatchState(
  oracles: readonly FakeOracle[],
  has_bitmap: boolean,
  delay = 0,
): void {
  for (const { special } of oracles) special.set(statePath, { ...stateWith(has_bitmap), delay });
}

/** How often oracles were asked for it. */
export const stateReads = (oracles: readonly FakeOracle[]): number =>
  oracles.flatMap(({ asked }) => asked.filter((line) => line.includes(statePath))).length;

/** A bitmap that oracles take. */
export const submission = {
  player: model.alice,
  batch_id: 7,
  bitmap_hex: '0xb0',
  expected_hash: keccak256('0xb0'),
};

/** The same as the graph's mutation takes it. */
export const submissionInput = {
  player: submission.player,
  batchId: String(submission.batch_id),
  bitmap: submission.bitmap_hex,
  expectedHash: submission.expected_hash,
};

export const submit = (gateway: TestGateway, body: unknown = submission) =>
  gateway.post('/vision/bitmap', body);
