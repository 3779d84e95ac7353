import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  parseEther,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lendingAbi } from '../../generated/abi/lending.ts';
import { startContractNode } from '../support/contract-node.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';

type Rates =
  | (Readonly<
      Record<'borrowRatePct' | 'borrowApyPct' | 'supplyApyPct' | 'feePct' | 'accruedAt', number>
    > & {
      readonly model: string;
    })
  | null;
const document =
  '{ lendingMarkets { marketId rates { model borrowRatePct borrowApyPct supplyApyPct feePct accruedAt } } }';
type Response = { readonly lendingMarkets: readonly { marketId: Hex; rates: Rates }[] };

test('default: in the sandbox the rates are those of the contract', async () => {
  await using stack = new AsyncDisposableStack();
  const sandbox = await joinSharedSandbox();
  const given = Object.entries(sandbox.gatewayEnv).filter(([, value]) => value !== undefined);
  const env = Object.fromEntries(given) as Record<string, string>;
  const gateway = stack.use(await startGateway(env));
  const { data, errors } = await gateway.query<Response>(document);
  expect(errors).toBeUndefined();
  const file = join(String(env.DEPLOYMENTS_DIR), 'active-deployment.json');
  const { contracts } = JSON.parse(await readFile(file, 'utf8'));
  const chain = createPublicClient({ transport: http(String(env.L3_RPC_URL)) });
  const lending = { address: contracts.LENDING as Address, abi: lendingAbi };
  for (const { marketId, rates } of data.lendingMarkets) {
    const args = [marketId] as const;
    const terms = await chain.readContract({ ...lending, functionName: 'idToMarketParams', args });
    const state = await chain.readContract({ ...lending, functionName: 'market', args });
    const yearly = Number(terms[4]) / 1e18;
    const lent = state[0] === 0n ? 0 : Number(state[2]) / Number(state[0]);
    expect(rates?.borrowRatePct).toBeCloseTo(100 * yearly, 9);
    expect(rates?.borrowApyPct).toBeCloseTo(100 * (Math.exp(yearly) - 1), 9);
    expect(rates?.supplyApyPct).toBeCloseTo(100 * (Math.exp(yearly * lent) - 1), 3);
    expect(rates?.feePct).toBe(0);
    expect(rates?.accruedAt).toBe(Number(state[4]));
    expect(rates?.model).toBe('FIXED');
  }
  const some = data.lendingMarkets.map(({ rates }) => rates);
  expect(some.every((rates) => rates?.borrowRatePct === 4)).toBe(true);
  expect(some.some((rates) => rates !== null && rates.supplyApyPct > 0)).toBe(true);
}, 180_000);

describe('with contracts of all generations', () => {
  const market: Address = `0x${'aa'.repeat(20)}`;
  const model: Address = `0x${'bb'.repeat(20)}`;
  const selectors = {
    terms: toFunctionSelector('idToMarketParams(bytes32)'),
    state: toFunctionSelector('market(bytes32)'),
    rate: toFunctionSelector(
      'borrowRateView((address,address,address,address,uint256),(uint128,uint128,uint128,uint128,uint128,uint128))',
    ),
  };
  type Results = Readonly<Partial<Record<keyof typeof selectors, Hex>>>;
  const encode = (types: readonly string[], values: readonly unknown[]) =>
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    );
  const stateOf = (supplied: bigint, borrowed: bigint, fee = 0n, lastUpdate = 1_700_000_000n) =>
    encode(Array(6).fill('uint128'), [supplied, 1n, borrowed, 1n, lastUpdate, fee]);
  const termsOf = (irm: Address) =>
    encode(
      ['address', 'address', 'address', 'address', 'uint256'],
      [market, market, market, irm, parseEther('0.77')],
    );
  const fixedTerms = encode(
    ['address', 'address', 'bytes32', 'address', 'uint256', 'uint256'],
    [market, market, `0x${'01'.repeat(32)}`, market, parseEther('0.1'), parseEther('0.77')],
  );
  const half = stateOf(200n, 100n);

  let upstreams: FaultyUpstreams;
  beforeAll(async () => {
    upstreams = await startFaultyUpstreams();
  });
  afterAll(() => upstreams[Symbol.asyncDispose]());

  async function readRates(
    results: Results,
    {
      contracts = { LENDING: market },
      isDown = false,
    }: { readonly contracts?: Readonly<Record<string, Address>>; readonly isDown?: boolean } = {},
  ) {
    await using stack = new AsyncDisposableStack();
    const node = stack.use(
      await startContractNode({
        isDown,
        resultOf: ({ target, callData }) => {
          const isModel = target.toLowerCase() === model;
          const name = Object.entries(selectors).find(([, one]) => callData.startsWith(one))?.[0];
          return isModel === (name === 'rate') ? results[name as keyof Results] : undefined;
        },
      }),
    );
    const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'rates-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const file = JSON.stringify({ chainId: 1337, contracts: { MULTICALL3: market, ...contracts } });
    await writeFile(join(dir, 'active-deployment.json'), file);
    const env = { ...upstreams.env, L3_RPC_URL: node.url, DEPLOYMENTS_DIR: dir };
    const gateway = stack.use(await startGateway(env));
    const { data, errors } = await gateway.query<Response>(document);
    const codes = errors?.map(({ extensions }) => extensions.code);
    return { rates: data.lendingMarkets[0]?.rates, codes, calls: node.calls };
  }

  test('default: a fixed rate, half of which reaches lenders where half is lent out', async () => {
    const { rates, codes, calls } = await readRates({ terms: fixedTerms, state: half });
    expect(codes).toBeUndefined();
    expect(calls.map(({ length }) => length)).toEqual([2]);
    expect(rates?.model).toBe('FIXED');
    expect(rates?.borrowRatePct).toBeCloseTo(10, 9);
    expect(rates?.borrowApyPct).toBeCloseTo(10.517091807564771, 9);
    expect(rates?.supplyApyPct).toBeCloseTo(5.127109637602404, 9);
  });

  test('default: the rate per second of the rate model of a market of Morpho, less its fee', async () => {
    const perSecond = parseEther('0.05') / 31_536_000n;
    const { rates, calls } = await readRates(
      {
        terms: termsOf(model),
        state: stateOf(100n, 80n, parseEther('0.25')),
        rate: encode(['uint256'], [perSecond]),
      },
      { contracts: { MORPHO: market } },
    );
    expect(rates?.borrowRatePct).toBeCloseTo(5, 6);
    expect(rates?.borrowApyPct).toBeCloseTo(100 * Math.expm1(0.05), 6);
    expect(rates?.supplyApyPct).toBeCloseTo(100 * Math.expm1(0.05 * 0.8 * 0.75), 6);
    expect(rates?.feePct).toBe(25);
    expect(rates?.model).toBe('RATE_MODEL');
    // The model gets the terms and the state as the contract returned them.
    expect(calls.at(-1)?.[0]).toBe(
      selectors.rate + termsOf(model).slice(2) + stateOf(100n, 80n, parseEther('0.25')).slice(2),
    );
  });

  test('behavior: a market of Morpho without a rate model costs nothing', async () => {
    const { rates } = await readRates({ terms: termsOf(zeroAddress), state: half });
    expect(rates).toEqual({
      model: 'NONE',
      borrowRatePct: 0,
      borrowApyPct: 0,
      supplyApyPct: 0,
      feePct: 0,
      accruedAt: 1_700_000_000,
    });
  });

  test('behavior: nothing supplied earns nothing, and more debt than supply earns no more', async () => {
    const none = await readRates({ terms: fixedTerms, state: stateOf(0n, 0n) });
    expect(none.rates?.supplyApyPct).toBe(0);
    const over = await readRates({ terms: fixedTerms, state: stateOf(100n, 300n) });
    expect(over.rates?.supplyApyPct).toBeCloseTo(over.rates?.borrowApyPct ?? 0, 9);
  });

  test.each<readonly [string, Results]>([
    ['has none of the functions', {}],
    ['does not know the market', { terms: fixedTerms, state: stateOf(0n, 0n, 0n, 0n) }],
    ['has terms of another length', { terms: encode(['uint256'], [1n]), state: half }],
    ['has a rate model without a rate', { terms: termsOf(model), state: half }],
  ])('behavior: null where the contract %s', async (_what, results) => {
    const { rates, codes } = await readRates(results);
    expect(codes).toBeUndefined();
    expect(rates).toBe(null);
  });

  test('behavior: null where the deployment names no contract', async () => {
    const { rates, codes } = await readRates({ terms: fixedTerms, state: half }, { contracts: {} });
    expect(codes).toBeUndefined();
    expect(rates).toBe(null);
  });

  test('error: a chain that is down is an error of the field alone', async () => {
    const { rates, codes } = await readRates({}, { isDown: true });
    expect(rates).toBe(null);
    expect(codes).toEqual(['UPSTREAM_UNAVAILABLE']);
  });
});
