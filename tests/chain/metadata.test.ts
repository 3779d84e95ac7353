import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  http,
  type PublicClient,
  toFunctionSelector,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { visionAbi } from '../../generated/abi/vision.ts';
import { startContractNode } from '../support/contract-node.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';
import { joinSharedSandbox } from '../support/join-shared-sandbox.ts';
import { itpId, wallet } from '../support/world/data-node-responses.ts';

const dtfFields = 'description website video image';
const batchFields = `name ${dtfFields}`;
type Texts = Readonly<Record<string, string | null>> | null;

/** What the graph makes of texts as a contract has them. */
function toTexts(texts: Readonly<Record<string, string>>): Texts {
  const { websiteUrl, videoUrl, imageUrl, ...others } = texts;
  const named = { ...others, website: websiteUrl, video: videoUrl, image: imageUrl };
  const entries = Object.entries(named).map(([name, value]) => [name, value || null]);
  return entries.every(([, value]) => value === null) ? null : Object.fromEntries(entries);
}

describe('in the sandbox', () => {
  const stack = new AsyncDisposableStack();
  let gateway: TestGateway;
  let chain: PublicClient;
  let contracts: Readonly<Record<string, Address>>;
  /** Methods of the calls of the node. */
  let methods: string[];
  beforeAll(async () => {
    const sandbox = await joinSharedSandbox();
    const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'metadata-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const given = Object.entries({ ...sandbox.gatewayEnv, STATE_DIR: dir });
    const env = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    const url = String(env.L3_RPC_URL);
    chain = createPublicClient({ transport: http(url) });
    const file = join(String(env.DEPLOYMENTS_DIR), 'active-deployment.json');
    contracts = JSON.parse(await readFile(file, 'utf8')).contracts;
    const counter = stack.use(
      await startUpstream(async (request, response) => {
        const body = await text(request);
        methods.push(JSON.parse(body).method);
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body });
        response.writeHead(answer.status, headers);
        response.end(await answer.text());
      }),
    );
    methods = [];
    gateway = stack.use(await startGateway({ ...env, L3_RPC_URL: counter.url }));
  }, 180_000);
  afterAll(() => stack.disposeAsync());

  test('default: funds have the texts of the contract, or null, by one call for a page', async () => {
    methods = [];
    const page = (fields: string) =>
      gateway.query<{ dtfs: { edges: { node: { itpId: Hex; metadata?: Texts } }[] } }>(
        `{ dtfs(first: 20) { edges { node { itpId ${fields} } } } }`,
      );
    await page('name');
    expect(methods).toEqual([]);
    const { data, errors } = await page(`metadata { ${dtfFields} }`);
    expect(errors).toBeUndefined();
    expect(methods).toEqual(['eth_call']);
    const found = data.dtfs.edges.map(({ node }) => node);
    expect(found).toEqual(
      await Promise.all(
        found.map(async ({ itpId: id }) => {
          const [, , , , description, websiteUrl, videoUrl, imageUrl] = await chain.readContract({
            address: contracts.Index as Address,
            abi: indexAbi,
            functionName: 'getItpMetadata',
            args: [id],
          });
          const metadata = toTexts({ description, websiteUrl, videoUrl, imageUrl });
          return { itpId: id, metadata };
        }),
      ),
    );
    const descriptions = found.map(({ metadata }) => metadata?.description?.length ?? 0);
    expect(Math.max(...descriptions)).toBeGreaterThan(100);
    expect(found.some(({ metadata }) => metadata === null)).toBe(true);
    expect(found.some(({ metadata }) => metadata && metadata.website === null)).toBe(true);
    await page(`metadata { ${dtfFields} }`);
    expect(methods).toEqual(['eth_call']);
  });

  test('default: batches have the texts of the contract and the names of their creators', async () => {
    methods = [];
    const { data, errors } = await gateway.query<{
      batches: {
        edges: {
          node: {
            batchId: number;
            creator: { address: Address };
            creatorName: string | null;
            metadata: Texts;
          };
        }[];
      };
    }>(`{ batches(first: 20) { edges { node {
      batchId creator { address } creatorName metadata { ${batchFields} } } } } }`);
    expect(errors).toBeUndefined();
    expect(methods).toEqual(['eth_call']);
    const found = data.batches.edges.map(({ node }) => node);
    const vision = { address: contracts.Vision as Address, abi: visionAbi };
    expect(found).toEqual(
      await Promise.all(
        found.map(async ({ batchId, creator }) => {
          const texts = await chain.readContract({
            ...vision,
            functionName: 'getBatchMetadata',
            args: [BigInt(batchId)],
          });
          const name = await chain.readContract({
            ...vision,
            functionName: 'getDeployerName',
            args: [creator.address],
          });
          return { batchId, creator, creatorName: name || null, metadata: toTexts(texts) };
        }),
      ),
    );
    expect(new Set(found.map(({ creatorName }) => creatorName)).size).toBe(3);
    expect(found.some(({ metadata }) => metadata === null)).toBe(true);
    expect(found.filter(({ metadata }) => metadata?.description).length).toBeGreaterThan(6);
  });
});

describe('with contracts of all generations', () => {
  const strings = (...values: readonly string[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'string' })),
      values,
    );
  const selectors = {
    fund: toFunctionSelector('getItpMetadata(bytes32)'),
    batch: toFunctionSelector('getBatchMetadata(uint256)'),
    creator: toFunctionSelector('getDeployerName(address)'),
  };
  type Results = Readonly<Partial<Record<keyof typeof selectors, Hex>>>;
  type AskedWorld = { readonly gateway: TestGateway; readonly calls: readonly (readonly Hex[])[] };

  let upstreams: FaultyUpstreams;
  beforeAll(async () => {
    upstreams = await startFaultyUpstreams();
  });
  afterAll(() => upstreams[Symbol.asyncDispose]());

  /**
   * A gateway on a chain whose contracts return this and have no other function. The node refuses
   * more than `most` calls at once.
   */
  async function startWorld(
    stack: AsyncDisposableStack,
    results: Results,
    {
      named = true,
      most = 100,
      isDown = false,
    }: { readonly named?: boolean; readonly most?: number; readonly isDown?: boolean } = {},
  ): Promise<AskedWorld> {
    const node = stack.use(
      await startContractNode({
        most,
        isDown,
        resultOf: ({ callData }) => {
          const name = Object.entries(selectors).find(([, one]) => callData.startsWith(one))?.[0];
          return results[name as keyof Results];
        },
      }),
    );
    const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'metadata-')), (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const address = `0x${'aa'.repeat(20)}`;
    const contracts = {
      Index: address,
      Vision: address,
      ...(named ? { MULTICALL3: address } : {}),
    };
    await writeFile(
      join(dir, 'active-deployment.json'),
      JSON.stringify({ chainId: 1337, contracts }),
    );
    const env = { ...upstreams.env, L3_RPC_URL: node.url, DEPLOYMENTS_DIR: dir };
    return { gateway: stack.use(await startGateway(env)), calls: node.calls };
  }

  const document = `{ dtf(id: "${itpId}") { metadata { ${dtfFields} } }
    batch(id: 3) { creatorName metadata { ${batchFields} } } }`;
  const values = ['Blue', 'Ten coins.', 'https://blue.example/', 'http://blue.example/film', ''];
  const others = {
    description: 'Ten coins.',
    website: 'https://blue.example/',
    ...{ video: null, image: null },
  };
  const struct = encodeFunctionResult({
    abi: visionAbi,
    functionName: 'getBatchMetadata',
    result: {
      name: values[0] ?? '',
      description: values[1] ?? '',
      websiteUrl: values[2] ?? '',
      videoUrl: values[3] ?? '',
      imageUrl: values[4] ?? '',
    },
  });

  test.each([
    ['values', strings(...values), true],
    ['a struct', struct, true],
    ['values, and without MULTICALL3', strings(...values), false],
  ])('default: five texts as %s', async (_form, texts, named) => {
    await using stack = new AsyncDisposableStack();
    const results = { fund: texts, batch: texts, creator: strings('Tideline Labs') };
    const { gateway } = await startWorld(stack, results, { named });
    const { data, errors } = await gateway.query(document);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      dtf: { metadata: others },
      batch: { creatorName: 'Tideline Labs', metadata: { name: 'Blue', ...others } },
    });
  });

  const earlier = encodeAbiParameters(
    ['string', 'string', 'uint256', 'uint256'].map((type) => ({ type })),
    ['Blue', 'BLUE', 1_700_000_000n, 0n],
  );
  test.each<readonly [string, Results]>([
    ['have none of the functions', {}],
    ['return name, ticker and times', { fund: earlier, batch: earlier, creator: earlier }],
    [
      'have empty texts',
      {
        fund: strings('', '', '', '', ''),
        batch: strings('', '', '', '', ''),
        creator: strings(''),
      },
    ],
    ['return nothing', { fund: '0x', batch: '0x', creator: '0x' }],
  ])('behavior: null from contracts that %s', async (_what, results) => {
    await using stack = new AsyncDisposableStack();
    const { gateway } = await startWorld(stack, results);
    const { data, errors } = await gateway.query(document);
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      dtf: { metadata: null },
      batch: { creatorName: null, metadata: null },
    });
  });

  test('behavior: texts are cut after 2,000 characters', async () => {
    await using stack = new AsyncDisposableStack();
    const long = '🟦'.repeat(2500);
    const texts = strings(long, long, `https://blue.example/${long}`, '', '');
    const { gateway } = await startWorld(stack, {
      fund: texts,
      batch: texts,
      creator: strings(long),
    });
    const cut = '🟦'.repeat(2000);
    const { data } = await gateway.query(document);
    const none = { website: null, video: null, image: null };
    expect(data).toEqual({
      dtf: { metadata: { description: cut, ...none } },
      batch: { creatorName: cut, metadata: { name: cut, description: cut, ...none } },
    });
  });

  test('behavior: a node that refuses a call for several gets it in halves', async () => {
    await using stack = new AsyncDisposableStack();
    const results = { batch: strings(...values), creator: strings('Tideline Labs') };
    const { gateway, calls } = await startWorld(stack, results, { most: 1 });
    const { data, errors } = await gateway.query(
      '{ batch(id: 3) { creatorName metadata { name } } }',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ batch: { creatorName: 'Tideline Labs', metadata: { name: 'Blue' } } });
    expect(calls.map(({ length }) => length)).toEqual([2, 1, 1]);
  });

  test('error: a chain that is down is an error of the fields alone', async () => {
    await using stack = new AsyncDisposableStack();
    const { gateway } = await startWorld(stack, {}, { isDown: true });
    const { data, errors } = await gateway.query<{
      dtf: object;
      batch: object;
    }>(`{ dtf(id: "${itpId}") { itpId metadata { website } }
      batch(id: 3) { batchId creator { address } creatorName metadata { name } } }`);
    expect(data).toEqual({
      dtf: { itpId, metadata: null },
      batch: { batchId: 3, creator: { address: wallet }, creatorName: null, metadata: null },
    });
    const told = errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code]);
    expect(told?.toSorted()).toEqual([
      ['batch.creatorName', 'UPSTREAM_UNAVAILABLE'],
      ['batch.metadata', 'UPSTREAM_UNAVAILABLE'],
      ['dtf.metadata', 'UPSTREAM_UNAVAILABLE'],
    ]);
  });
});
