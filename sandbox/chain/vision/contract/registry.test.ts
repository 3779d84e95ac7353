import { encodeDeployData, keccak256, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oracleRegistryAbi } from '../../../../generated/abi/oracle-registry.ts';
import { createOracleKeySet } from '../../../oracle/bls/oracle-keys.ts';
import { contractBytecode } from '../../artifacts.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';
import { createSignedRotationArguments, rotateKeys } from '../testing/rotate-keys.ts';
import {
  createVisionFixture,
  snapshotChain,
  type VisionFixture,
} from '../testing/vision-fixture.ts';

let testChain: ContractTestChain;
let fixture: VisionFixture;
let restore: () => Promise<void>;
beforeAll(async () => {
  testChain = await startContractTestChain();
  fixture = await createVisionFixture(testChain);
  restore = await snapshotChain(testChain);
});
beforeEach(() => restore());
afterAll(() => testChain[Symbol.asyncDispose]());

const message = keccak256('0x1234');
const invalidSet = toFunctionSelector('InvalidOracleSet()');

test('default: the registry holds three keys and wants two of them', async () => {
  const { registry } = fixture;
  expect(await registry.read.oracleKeys()).toEqual(createOracleKeySet(1).keys);
  expect(await registry.read.quorum()).toBe(2n);
  expect(await registry.read.lastSnapshotNonce()).toBe(1n);
});

test('behavior: the chain accepts the signatures that the oracles make', async () => {
  const { registry } = fixture;
  for (let i = 0; i < 4; i += 1) {
    const each = keccak256(`0x0${i}`);
    expect(await registry.read.isQuorum([each, ...signConsensus(each, [0, 2])])).toBe(true);
    expect(await registry.read.isQuorum([message, ...signConsensus(each, [0, 2])])).toBe(false);
  }
});

test('behavior: after a rotation only the new keys count', async () => {
  const { registry } = fixture;
  await rotateKeys(testChain, fixture, 2);
  expect(await registry.read.lastSnapshotNonce()).toBe(2n);
  expect(await registry.read.isQuorum([message, ...signConsensus(message, [0, 1], 1)])).toBe(false);
  const [signature, , mask] = signConsensus(message, [0, 1], 1);
  expect(await registry.read.isQuorum([message, signature, 2n, mask])).toBe(false);
  expect(await registry.read.isQuorum([message, ...signConsensus(message, [0, 1], 2)])).toBe(true);
});

test('error: InvalidBLSSignature for a rotation without consent, or a second time', async () => {
  const { registry, alice } = fixture;
  const [keys, possessions, signature, nonce] = createSignedRotationArguments(fixture, 2);
  const options = { ...createCallOptions(alice), gas: 8_000_000n };
  const lonely = registry.simulate.rotate([keys, possessions, signature, nonce, 1n], options);
  expect(await describeRevert(lonely)).toBe('InvalidBLSSignature');
  await rotateKeys(testChain, fixture, 2);
  const again = registry.simulate.rotate(createSignedRotationArguments(fixture, 2), options);
  expect(await describeRevert(again)).toBe('InvalidBLSSignature');
});

test('error: InvalidOracleSet for a key without a proof of its secret', async () => {
  const { keys, possessions } = createOracleKeySet(3);
  const [first = '0x', second = '0x', third = '0x'] = possessions;
  const sets = [
    [keys, possessions, '0x'],
    [keys, [first, third, second], invalidSet],
    [keys, [first, second], invalidSet],
    [[], [], invalidSet],
  ] as const;
  for (const [setKeys, proofs, expected] of sets) {
    const data = encodeDeployData({
      abi: oracleRegistryAbi,
      bytecode: contractBytecode.oracleRegistry,
      args: [setKeys, proofs],
    });
    const call = testChain.chain.rpc.call('eth_call', [{ from: fixture.alice, data }, 'latest']);
    const outcome = await call.then(
      () => '0x',
      (error: unknown) => String(error).match(/0x[0-9a-f]{8}/)?.[0] ?? String(error),
    );
    expect(outcome).toBe(expected);
  }
});
