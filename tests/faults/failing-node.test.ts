import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { encodeErrorResult, encodeFunctionResult, type Hex, multicall3Abi } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { startGateway, startUpstream, type TestGateway } from '../support/gateway.ts';

const itpId = `0x${'00'.repeat(31)}01` as const;
/** What the node answers to every call. */
let outcome: object;
let gateway: TestGateway;
let stack: AsyncDisposableStack;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const dir = stack.adopt(await mkdtemp(join(tmpdir(), 'failing-node-')), (path) =>
    rm(path, { recursive: true }),
  );
  const deployment = { chainId: 1337, contracts: { Index: `0x${'aa'.repeat(20)}` } };
  await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
  const node = stack.use(
    await startUpstream(async (request, response) => {
      const { id } = JSON.parse(await text(request));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
    }),
  );
  gateway = stack.use(await startGateway({ L3_RPC_URL: node.url, DEPLOYMENTS_DIR: dir }));
});
afterEach(() => stack.disposeAsync());

async function ask() {
  const response = await gateway.rest(`/itp-price?itp_id=${itpId}`);
  const { errors } = await gateway.query(`{ dtf(id: "${itpId}") { nav { usd } } }`);
  const code = errors?.[0]?.extensions.code;
  return { status: response.status, body: await response.json(), code };
}

test.each([
  { code: -32603, message: 'Internal error' },
  { code: -32603, message: 'internal error', data: 'more of it' },
  { code: -32005, message: 'limit exceeded' },
  { code: -32000, message: 'header not found' },
  { code: 3, message: 'execution reverted' },
])('error: a chain that answers %j does not say that there is no such DTF', async (error) => {
  outcome = { error };
  expect(await ask()).toEqual({
    status: 502,
    body: { error: 'neither the data node nor the chain has the price' },
    code: 'UPSTREAM_UNAVAILABLE',
  });
});

test.each<[string, Hex]>([
  ['its reason', encodeErrorResult({ abi: indexAbi, errorName: 'ItpNotFound', args: [itpId] })],
  ['no reason', '0x'],
])('default: a contract that refuses the DTF with %s does', async (_name, returnData) => {
  const result = encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: [{ success: false, returnData }],
  });
  outcome = { result };
  expect(await ask()).toEqual({
    status: 404,
    body: { error: `DTF ${itpId} does not exist` },
    code: 'NOT_FOUND',
  });
});
