import { toEventSelector, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { visionAbi } from '../../../../generated/abi/vision.ts';

/** The functions that clients call. */
const functions = {
  createBatch: '0xa9ccd8a4',
  joinBatch: '0x552083c8',
  joinBatchDirect: '0xfc4bdb37',
  updateBitmap: '0x75be6869',
  deposit: '0xe2bbb158',
  claimRewards: '0xaa406a44',
  withdraw: '0x5283c08a',
  getBatch: '0x5ac44282',
  getPosition: '0xd29f541d',
  getBatchIdBySourceId: '0xe6085487',
  currentTickId: '0x9c31b511',
  nextBatchId: '0x8462a7f8',
  registerBot: '0xa2b1c1a2',
  USDC: '0x89a30271',
  PROTOCOL_FEE_BPS: '0xbe378228',
} as const;

const errors = {
  BatchNotFound: '0x9e15e1bc',
  BatchPaused: '0xe4532790',
  BatchAlreadyExists: '0xd15f973b',
  Unauthorized: '0x82b42900',
  InsufficientDeposit: '0x0e1eddda',
  StakeBelowMinimum: '0xde588d73',
  AlreadyJoined: '0x003b2682',
  NotJoined: '0xc394a433',
  TickAlreadyClaimed: '0x18bbf67f',
  InvalidTickRange: '0x064847d0',
  InvalidTickDuration: '0xc4835971',
  InvalidLockOffset: '0x1ebff285',
  InsolventPayout: '0xebbde910',
  BotAlreadyRegistered: '0xab1d0e42',
  BotNotRegistered: '0x73be802b',
  TickLocked: '0xa7d34f77',
  InvalidBLSSignature: '0xab1b236b',
  InsufficientBalance: '0xf4d678b8',
  AlreadyProcessed: '0x57eee766',
  ZeroAddress: '0xd92e233d',
  ZeroAmount: '0x1f2a2005',
} as const;

const signatures = new Map<string, string>(
  visionAbi.flatMap((item) => {
    if (item.type !== 'function' && item.type !== 'error') return [];
    const types = item.inputs.map(({ type }) => type).join(',');
    return [[item.name, `${item.name}(${types})`] as const];
  }),
);

test.each(Object.entries(functions))('default: %s has the selector %s', (name, selector) => {
  expect(toFunctionSelector(signatures.get(name) ?? 'missing()')).toBe(selector);
});

test.each(Object.entries(errors))('error: %s has the selector %s', (name, selector) => {
  expect(toFunctionSelector(signatures.get(name) ?? 'missing()')).toBe(selector);
});

test('default: PlayerJoined has the published topic and indexes', () => {
  const event = visionAbi.find((item) => item.type === 'event' && item.name === 'PlayerJoined');
  if (event?.type !== 'event') throw new Error('no such event');
  expect(toEventSelector(event)).toBe(
    '0x5ea92a093832a92de78b7de775b900c63b41b0e663511b4ce4e9fc2648a38a96',
  );
  expect(event.inputs.map(({ indexed }) => indexed)).toEqual([true, true, false, false]);
});

test('default: getBatch and getPosition return the tuples of generation B', () => {
  const fields = (name: string) => {
    const item = visionAbi.find((each) => each.type === 'function' && each.name === name);
    const output = item?.type === 'function' ? item.outputs[0] : undefined;
    return output && 'components' in output ? output.components.map(({ type }) => type) : [];
  };
  const [word, number] = ['bytes32', 'uint256'];
  expect(fields('getBatch')).toEqual([
    'address',
    ...[word, word, word],
    ...[number, number, number, number, number],
    'bool',
  ]);
  expect(fields('getPosition')).toEqual([word, word, ...Array<string>(7).fill(number)]);
});
