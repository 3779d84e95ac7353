import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  formatEther,
  http,
  type PublicClient,
  parseEther,
  walletActions,
  zeroAddress,
} from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

const itpId = `0x${'1'.padStart(64, '0')}` as const;
const sharesGiven = parseEther('0.25');
const receiver = privateKeyToAddress(generatePrivateKey());

const stack = new AsyncDisposableStack();
let sandbox: TestSandbox;
let gateway: TestGateway;
let chain: PublicClient;
let index: Address;
let giver: Address;

/** All logs of an event of the contract, straight from the node. */
// biome-ignore lint/suspicious/noExplicitAny: the events have different arguments
const logsOf = async (eventName: string): Promise<any[]> =>
  await chain.getContractEvents({
    address: index,
    abi: indexAbi,
    eventName: eventName as never,
    fromBlock: 0n,
    strict: true,
  });
const ofFund = async (eventName: string) =>
  (await logsOf(eventName)).filter(({ args }) => args.itpId === itpId);

/** Gives shares of the largest holder to a new wallet. */
async function transferShares(rpcUrl: string): Promise<void> {
  const minted = await ofFund('Minted');
  giver = minted[0].args.account;
  const test = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(walletActions);
  await test.impersonateAccount({ address: giver });
  await test.setBalance({ address: giver, value: parseEther('1') });
  const wallet = createWalletClient({ account: giver, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    address: index,
    abi: indexAbi,
    functionName: 'transfer',
    args: [receiver, 1n, sharesGiven],
    chain: null,
  });
  await chain.waitForTransactionReceipt({ hash });
}

beforeAll(async () => {
  sandbox = stack.use(await startTestSandbox());
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'history-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const given = Object.entries({ ...sandbox.gatewayEnv, STATE_DIR: dir });
  const env = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  chain = createPublicClient({ transport: http(env.L3_RPC_URL) });
  const file = join(String(env.DEPLOYMENTS_DIR), 'active-deployment.json');
  index = JSON.parse(await readFile(file, 'utf8')).contracts.Index;
  await transferShares(String(env.L3_RPC_URL));
  gateway = stack.use(await startGateway(env));
}, 180_000);
afterAll(() => stack.disposeAsync());

// biome-ignore lint/suspicious/noExplicitAny: every test reads other fields
async function readFund(fields: string): Promise<any> {
  const { data, errors } = await gateway.query<{ dtf: object }>(
    `{ dtf(id: "${itpId}") { ${fields} } }`,
  );
  expect(errors).toBeUndefined();
  return data.dtf;
}

test('default: a fund has its creator, and the time and block of its creation', async () => {
  const [created] = await ofFund('ItpCreated');
  const { timestamp } = await chain.getBlock({ blockNumber: created.blockNumber });
  expect(await readFund('creator { address } createdAt createdAtBlock')).toEqual({
    creator: { address: created.args.creator },
    createdAt: Number(timestamp),
    createdAtBlock: Number(created.blockNumber),
  });
});

test('default: events of each type are those of the contract, the newest first, on pages', async () => {
  const logs = [...(await ofFund('Minted')), ...(await ofFund('Redeemed'))].toSorted(
    (one, other) => Number(other.blockNumber - one.blockNumber) || other.logIndex - one.logIndex,
  );
  const found: unknown[] = [];
  const fields = `edges { node { type dtf { itpId } blockNumber logIndex timestamp txHash
    portfolio { address } receiver { address } shares navPerShareUsd valueUsd } }
    pageInfo { hasNextPage endCursor } totalCount`;
  for (let after: string | null = null; ; ) {
    const args: string = after === null ? '' : `, after: "${after}"`;
    const { events } = await readFund(
      `events(first: 7, filter: { types: [MINTED, REDEEMED] }${args}) { ${fields} }`,
    );
    expect(events.totalCount).toBe(logs.length);
    for (const { node } of events.edges) found.push(node);
    if (!events.pageInfo.hasNextPage) break;
    after = events.pageInfo.endCursor;
  }
  const times = new Map<bigint, number>();
  for (const { blockNumber } of logs) {
    const { timestamp } = await chain.getBlock({ blockNumber });
    times.set(blockNumber, Number(timestamp));
  }
  expect(logs.length).toBeGreaterThan(7);
  expect(found).toEqual(
    logs.map(({ eventName, args, blockNumber, logIndex, transactionHash }) => ({
      type: eventName === 'Minted' ? 'MINTED' : 'REDEEMED',
      dtf: { itpId },
      blockNumber: Number(blockNumber),
      logIndex,
      timestamp: times.get(blockNumber),
      txHash: transactionHash,
      portfolio: { address: args.account },
      receiver: null,
      shares: String(args.shares),
      navPerShareUsd: Number(formatEther(args.pricePerShare)),
      valueUsd: Number(formatEther(args.total)),
    })),
  );
});

test('default: transfers and NAVs are events, and wallets filter both sides', async () => {
  const { events, navs } = await readFund(`
    events(filter: { types: [TRANSFERRED], wallet: "${receiver.toLowerCase()}" }) {
      totalCount edges { node { portfolio { address } receiver { address } shares valueUsd } }
    }
    navs: events(first: 1, filter: { types: [NAV_SET] }) {
      edges { node { blockNumber navPerShareUsd portfolio { address } } }
    }`);
  expect(events).toEqual({
    totalCount: 1,
    edges: [
      {
        node: {
          portfolio: { address: giver },
          receiver: { address: receiver },
          shares: String(sharesGiven),
          valueUsd: null,
        },
      },
    ],
  });
  const [newest] = navs.edges.map(({ node }: { node: { blockNumber: number } }) => node);
  const state = await chain.readContract({
    address: index,
    abi: indexAbi,
    functionName: 'navOf',
    args: [itpId],
    blockNumber: BigInt(newest.blockNumber),
  });
  expect(newest).toMatchObject({ navPerShareUsd: Number(formatEther(state)), portfolio: null });
});

test('default: holders have the balances of the contract, and add up to the supply', async () => {
  const transfers = (await logsOf('Transfer')).filter(({ args }) => args.id === 1n);
  const wallets = new Set<Address>(transfers.map(({ args }) => args.receiver));
  const balances = new Map<Address, bigint>();
  for (const wallet of wallets) {
    if (wallet === zeroAddress) continue;
    const shares = await chain.readContract({
      address: index,
      abi: indexAbi,
      functionName: 'balanceOf',
      args: [wallet, 1n],
    });
    if (shares > 0n) balances.set(wallet, shares);
  }
  const { holders, holderCount } = await readFund(`holderCount holders(first: 100) {
    totalCount unattributedShares edges { node { portfolio { address } shares sharePct valueUsd since } }
  }`);
  type Node = { portfolio: { address: Address }; shares: string } & Record<string, number>;
  const nodes = holders.edges.map(({ node }: { node: Node }) => node) as Node[];
  expect(new Map(nodes.map((node) => [node.portfolio.address, BigInt(node.shares)]))).toEqual(
    balances,
  );
  expect([holderCount, holders.totalCount]).toEqual([balances.size, balances.size]);
  expect(holders.unattributedShares).toBe('0');
  const [, supply, nav] = await chain.readContract({
    address: index,
    abi: indexAbi,
    functionName: 'getITPState',
    args: [itpId],
  });
  const sum = nodes.reduce((total, { shares }) => total + BigInt(shares), 0n);
  expect(sum).toBe(supply);
  expect(nodes.map(({ shares }) => BigInt(shares))).toEqual(
    [...balances.values()].toSorted((one, other) => (one < other ? 1 : -1)),
  );
  for (const { shares, sharePct, valueUsd } of nodes) {
    expect(sharePct).toBeCloseTo((Number(shares) / Number(supply)) * 100, 9);
    const value = Number(formatEther(BigInt(shares))) * Number(formatEther(nav));
    // The keeper may have set another NAV since.
    expect(Math.abs((valueUsd ?? 0) / value - 1)).toBeLessThan(0.2);
  }
  const transfer = transfers.find(({ args }) => args.receiver === receiver);
  const { timestamp } = await chain.getBlock({ blockNumber: transfer.blockNumber });
  expect(nodes.find((node) => node.portfolio.address === receiver)).toMatchObject({
    shares: String(sharesGiven),
    since: Number(timestamp),
  });
});

test('default: flows are the mints and redeems of each day, without gaps', async () => {
  const sums = new Map<string, [bigint, bigint, bigint, bigint]>();
  for (const [name, at] of [
    ['Minted', 0],
    ['Redeemed', 1],
  ] as const) {
    for (const { args, blockNumber } of await ofFund(name)) {
      const { timestamp } = await chain.getBlock({ blockNumber });
      const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
      const day = sums.get(date) ?? [0n, 0n, 0n, 0n];
      day[at] += args.shares;
      day[at + 2] = (day[at + 2] ?? 0n) + args.total;
      sums.set(date, day);
    }
  }
  const { flows } = await readFund(
    'flows(range: Y1) { date mintedShares redeemedShares mintedUsd redeemedUsd netUsd }',
  );
  const first = flows[0].date as string;
  expect(flows.length).toBeGreaterThan(0);
  for (const [position, flow] of flows.entries()) {
    const date = new Date(Date.parse(first) + position * 86_400_000).toISOString().slice(0, 10);
    const [minted, redeemed, mintedTotal, redeemedTotal] = sums.get(date) ?? [0n, 0n, 0n, 0n];
    expect(flow).toEqual({
      date,
      mintedShares: String(minted),
      redeemedShares: String(redeemed),
      mintedUsd: Number(formatEther(mintedTotal)),
      redeemedUsd: Number(formatEther(redeemedTotal)),
      netUsd: Number(formatEther(mintedTotal - redeemedTotal)),
    });
    sums.delete(date);
  }
  // What is left happened before the range.
  for (const date of sums.keys()) expect(date < first).toBe(true);
});

test('behavior: the ledger of a wallet values lots whose shares are all pledged', async () => {
  const { data, errors } = await gateway.query<{
    dtfs: { edges: { node: { holders: { edges: { node: { portfolio: Wallet } }[] } } }[] };
  }>(`{ dtfs(first: 3) { edges { node { holders(first: 5) { edges { node { portfolio {
    address positions { dtf { itpId } }
    lending { positions { collateral market { dtf { itpId } } } } } } } } } } } }`);
  expect(errors).toBeUndefined();
  const wallets = data.dtfs.edges.flatMap(({ node }) =>
    node.holders.edges.map((edge) => edge.node.portfolio),
  );
  const [found] = wallets.flatMap(({ address, positions, lending }) => {
    const held = new Set(positions.map(({ dtf }) => dtf.itpId));
    const pledge = lending.positions.find(
      ({ collateral, market }) => BigInt(collateral) > 0n && !held.has(market.dtf.itpId),
    );
    return pledge ? [{ address, itpId: pledge.market.dtf.itpId }] : [];
  });
  const read = await gateway.query<{ portfolio: { ledger: { lots: Lot[] } } }>(
    `{ portfolio(address: "${found?.address}") { ledger { lots {
      dtf { itpId nav { usd } } shares valueUsd } } } }`,
  );
  expect(read.errors).toBeUndefined();
  const lot = read.data.portfolio.ledger.lots.find(({ dtf }) => dtf.itpId === found?.itpId);
  const shares = Number(formatEther(BigInt(lot?.shares ?? 0)));
  const value = shares * (lot?.dtf.nav.usd ?? 0);
  // The NAV of the snapshot and that of the contract are of different moments.
  expect(lot?.valueUsd).toBeGreaterThan(0.8 * value);
  expect(lot?.valueUsd).toBeLessThan(1.25 * value);
});

type Wallet = {
  readonly address: string;
  readonly positions: { readonly dtf: { readonly itpId: string } }[];
  readonly lending: {
    readonly positions: {
      readonly collateral: string;
      readonly market: { readonly dtf: { readonly itpId: string } };
    }[];
  };
};
type Lot = {
  readonly dtf: { readonly itpId: string; readonly nav: { readonly usd: number } };
  readonly shares: string;
  readonly valueUsd: number | null;
};

test('default: a page of funds costs one look at the chain for all', async () => {
  const { data, errors } = await gateway.query<{
    dtfs: { edges: { node: { createdAtBlock: number; holderCount: number } }[] };
  }>('{ dtfs(first: 20) { edges { node { createdAt createdAtBlock holderCount } } } }');
  expect(errors).toBeUndefined();
  expect(data.dtfs.edges.length).toBeGreaterThan(3);
  for (const { node } of data.dtfs.edges) {
    expect(node.createdAtBlock).toBeGreaterThan(0);
    expect(node.holderCount).toBeGreaterThan(0);
  }
});

test.each([
  ['events(first: 0) { totalCount }', /first must be from 1 to 100/],
  ['events(after: "x") { totalCount }', /after must be a cursor of this list/],
  ['events(filter: { wallet: "0x1" }) { totalCount }', /filter.wallet must be a global id/],
  ['holders(first: 1, last: 1) { totalCount }', /give one pair only/],
])('error: %s', async (field, message) => {
  const { errors } = await gateway.query(`{ dtf(id: "${itpId}") { ${field} } }`);
  expect(errors?.[0]?.message).toMatch(message);
});
