import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  batchCreatedAt,
  createTestOracle,
  getPlayerAddress,
  getPlayerBitmap,
  type TestOracle,
} from '../testing/test-oracle.ts';
import { type Acceptor, createAcceptor } from './acceptor.ts';
import { createProposer, type Proposer } from './proposer.ts';
import type { DueTick } from './tick-ledger.ts';

const PLAYERS = 4;
const ORACLES = 3;

/** Ten seconds after the end of tick 1. */
const now = () => (batchCreatedAt + 30) * 1000;

type Member = {
  readonly oracle: TestOracle;
  readonly acceptor: Acceptor;
  readonly proposer: Proposer;
};

/**
 * Creates oracles on one network. `isLost` decides for each message, request or reply, whether it
 * is lost.
 */
function createNetwork(isLost: () => boolean): readonly Member[] {
  const members: Member[] = [];
  const carry = async <T>(call: () => T | Promise<T>): Promise<T> => {
    if (isLost()) throw new Error('lost on the way');
    const response = await call();
    if (isLost()) throw new Error('lost on the way back');
    return structuredClone(response);
  };
  for (let index = 0; index < ORACLES; index += 1) {
    const oracle = createTestOracle(PLAYERS);
    const { ledger, ticks, ballots } = oracle;
    const onDisagreement = () => {
      throw new Error('two honest oracles have different results');
    };
    const acceptor = createAcceptor({
      ledger,
      ticks,
      ballots,
      now,
      syncedTo: now,
      onDisagreement,
    });
    const others = () => members.filter((_, position) => position !== index);
    const proposer = createProposer({
      ledger,
      ballots,
      acceptor,
      electorate: {
        prepare: (request) => others().map((each) => carry(() => each.acceptor.prepare(request))),
        accept: (request) => others().map((each) => carry(() => each.acceptor.accept(request))),
        learn: (batchId, tick) =>
          others().map((each) => carry(() => each.acceptor.resolved(batchId, tick))),
      },
      index,
      oracles: ORACLES,
      quorum: 2,
      now,
    });
    members.push({ oracle, acceptor, proposer });
  }
  return members;
}

function dueOf({ oracle }: Member): DueTick {
  const due = oracle.ledger.dueTick(1);
  if (due === undefined) throw new Error('no due tick');
  return due;
}

async function attempt(member: Member, how: 'learn' | 'propose'): Promise<void> {
  const due = dueOf(member);
  if (due.tick !== 1) return;
  const agreed = await member.proposer[how](due).catch(() => null);
  if (agreed !== null && dueOf(member).tick === 1) member.oracle.ledger.commit(due, agreed);
}

function give({ oracle }: Member, player: number, acceptedAt: number): void {
  const { bytes } = getPlayerBitmap(player);
  oracle.bitmaps.put({ batchId: 1, player: getPlayerAddress(player), bytes, acceptedAt });
}

const inTime = (batchCreatedAt + 12) * 1000;
const outcomeOf = ({ oracle }: Member) => oracle.ticks.find(1, 1)?.digest;

test('behavior: whatever is lost and whichever oracle proposes, no two oracles have different outcomes', async () => {
  let decided = 0;
  let split = 0;
  await fc.assert(
    fc.asyncProperty(
      // The bitmaps that each oracle accepted in time, as bit masks.
      fc.array(fc.nat(2 ** PLAYERS - 1), { minLength: ORACLES, maxLength: ORACLES }),
      // The actions of the oracles, sequential or concurrent.
      fc.array(
        fc.record({
          who: fc.nat(ORACLES - 1),
          how: fc.constantFrom<'learn' | 'propose'>('learn', 'propose', 'propose'),
          together: fc.boolean(),
        }),
        { minLength: 4, maxLength: 14 },
      ),
      fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: 0, max: 5 }),
      async (taken, moves, dice, badness) => {
        const members = createNetwork(() => Number(dice.next().value) < badness);
        taken.forEach((mask, index) => {
          for (let player = 0; player < PLAYERS; player += 1) {
            const member = members[index];
            if (member !== undefined && (mask >> player) & 1) give(member, player, inTime);
          }
        });
        let running: Promise<void>[] = [];
        for (const { who, how, together } of moves) {
          const member = members[who];
          if (member !== undefined) running.push(attempt(member, how));
          if (together) continue;
          await Promise.all(running);
          running = [];
        }
        await Promise.all(running);
        const outcomes = members.map(outcomeOf).filter((digest) => digest !== undefined);
        expect(new Set(outcomes).size).toBeLessThanOrEqual(1);
        decided += outcomes.length > 0 ? 1 : 0;
        split += new Set(taken).size > 1 ? 1 : 0;
      },
    ),
    { numRuns: 300 },
  );
  // Checks that the runs include decisions and differences, because the property would also hold
  // without them.
  expect(decided).toBeGreaterThan(100);
  expect(split).toBeGreaterThan(200);
}, 60_000);

test('default: what any of them took in time counts for all', async () => {
  const members = createNetwork(() => false);
  members.forEach((member, player) => {
    give(member, player, inTime);
  });
  const [first, second, third] = members;
  if (!first || !second || !third) throw new Error('three members');
  await attempt(second, 'propose');
  await attempt(first, 'learn');
  await attempt(third, 'learn');
  const value = first.oracle.ticks.find(1, 1)?.value;
  expect(value?.bitmaps.map(([player]) => player)).toEqual([0, 1, 2].map(getPlayerAddress));
  expect(new Set(members.map(outcomeOf)).size).toBe(1);
  const pnl = first.oracle.positionTotals.all(1).reduce((sum, totals) => sum + totals.pnl, 0n);
  expect(pnl).toBe(0n);
});

test('behavior: what came after the end of the tick does not count', async () => {
  const members = createNetwork(() => false);
  const [first] = members;
  if (!first) throw new Error('a member');
  give(first, 0, inTime);
  give(first, 1, (batchCreatedAt + 20) * 1000);
  await attempt(first, 'propose');
  expect(first.oracle.ticks.find(1, 1)?.value.bitmaps.map(([player]) => player)).toEqual([
    getPlayerAddress(0),
  ]);
});

test('behavior: an oracle alone decides nothing', async () => {
  const members = createNetwork(() => true);
  const [first] = members;
  if (!first) throw new Error('a member');
  give(first, 0, inTime);
  await attempt(first, 'propose');
  expect(outcomeOf(first)).toBeUndefined();
});

test('error: a voter refuses an outcome that it does not come to itself', async () => {
  const members = createNetwork(() => false);
  const [, voter] = members;
  if (!voter) throw new Error('a member');
  const value = { bitmaps: [] };
  const acceptor = createAcceptor({
    ...voter.oracle,
    now,
    syncedTo: now,
    onDisagreement: () => undefined,
  });
  const vote = { batchId: 1, tick: 1, ballot: 3, value, digest: '0xbad' };
  expect(await acceptor.accept(vote)).toEqual({ kind: 'disagrees', reason: 'digest' });
  expect(await acceptor.accept({ ...vote, tick: 2 })).toEqual({
    kind: 'disagrees',
    reason: 'behind',
  });
});

test('behavior: a voter that has not read the chain to the end of the tick raises no alarm', async () => {
  const alarms: number[] = [];
  const acceptor = createAcceptor({
    ...createTestOracle(PLAYERS),
    now,
    syncedTo: () => (batchCreatedAt + 19) * 1000,
    onDisagreement: (_batchId, tick) => alarms.push(tick),
  });
  const vote = { batchId: 1, tick: 1, ballot: 3, value: { bitmaps: [] }, digest: '0xbad' };
  expect(await acceptor.accept(vote)).toEqual({ kind: 'disagrees', reason: 'behind' });
  expect(alarms).toEqual([]);
});

test('behavior: a bitmap that matches no commitment is dropped, whichever peer sends it', async () => {
  const members = createNetwork(() => false);
  const [, voter] = members;
  if (!voter) throw new Error('a member');
  const forged = { player: getPlayerAddress(0), bytes: '0xff', acceptedAt: inTime } as const;
  voter.oracle.ledger.storeBitmaps(dueOf(voter), [forged]);
  expect(voter.oracle.ledger.knownBitmaps(dueOf(voter))).toEqual([]);
});

test('error: no promise before the tick is over, nor for a tick that is not next', () => {
  const oracle = createTestOracle(PLAYERS);
  const early = () => (batchCreatedAt + 19) * 1000;
  const request = { batchId: 1, tick: 1, ballot: 3 };
  const onDisagreement = () => undefined;
  const before = createAcceptor({ ...oracle, now: early, syncedTo: early, onDisagreement });
  expect(before.prepare(request)).toEqual({ kind: 'refused', promised: 0 });
  const after = createAcceptor({ ...oracle, now, syncedTo: now, onDisagreement });
  expect(after.prepare({ ...request, tick: 2 })).toEqual({ kind: 'refused', promised: 0 });
  expect(after.prepare(request).kind).toBe('promised');
  expect(after.prepare(request)).toEqual({ kind: 'refused', promised: 3 });
});
