import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Address, type Hex, pad, toHex } from 'viem';

/** A log before it is placed on a chain. */
export type GeneratedLog = {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
};

/** What a node sends instead of the result; null when it answers. */
type RangeResponse = { readonly status: number; readonly body: object } | null;

/** A chain that a test changes while it is read. */
export type GeneratedChain = {
  head: number;
  /** Blocks from this one on have the hashes of the named fork. */
  fork: { readonly from: number; readonly name: string };
  /** The logs of a block. */
  logsAt: (block: number) => readonly GeneratedLog[];
  /** Blocks that have logs, ascending; all blocks are asked for theirs if it is left out. */
  blocks?: readonly number[];
  /** What the node sends to `eth_getLogs` for so many blocks. */
  refuse: (blocks: number) => RangeResponse;
  /** Whether the node fails every call. */
  isDown: boolean;
  /** Whether logs have the time of their block. */
  hasLogTimes: boolean;
  /** The result of `eth_call`. */
  call: (params: readonly unknown[]) => Hex;
};

/** Time of the first block of every generated chain, Unix seconds. */
const generatedGenesis = 1_700_000_000;
const blockTime = 12;

/** Returns the time of a block of every generated chain, Unix seconds. */
export const generatedTime = (block: number): number => generatedGenesis + block * blockTime;

/** Creates a chain without logs, at block 100, whose node answers everything. */
export function createGeneratedChain(changes: Partial<GeneratedChain> = {}): GeneratedChain {
  return {
    head: 100,
    fork: { from: Number.POSITIVE_INFINITY, name: '' },
    logsAt: () => [],
    refuse: () => null,
    isDown: false,
    hasLogTimes: true,
    call: () => '0x',
    ...changes,
  };
}

/** Nodes use another function, which takes long for 100,000 logs. */
const digestOf = (text: string): Hex => `0x${hash('sha256', text)}`;

/** Returns the hash of a block. */
export function generatedHash({ fork }: GeneratedChain, block: number): Hex {
  return digestOf(`${block >= fork.from ? fork.name : ''} ${block}`);
}

function readLogs(chain: GeneratedChain, from: number, to: number): readonly object[] {
  const last = Math.min(to, chain.head);
  const listed = chain.blocks?.filter((block) => block >= from && block <= last);
  const blocks =
    listed ?? Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => from + at);
  return blocks.flatMap((block) =>
    chain.logsAt(block).map((log, index) => ({
      ...log,
      blockNumber: toHex(block),
      blockHash: generatedHash(chain, block),
      transactionHash: digestOf(`${generatedHash(chain, block)} ${index}`),
      transactionIndex: toHex(index),
      logIndex: toHex(index),
      removed: false,
      ...(chain.hasLogTimes ? { blockTimestamp: toHex(generatedTime(block)) } : {}),
    })),
  );
}

function describeBlock(chain: GeneratedChain, tag: string): object | null {
  const block = tag === 'latest' ? chain.head : Number(tag);
  if (block > chain.head) return null;
  return {
    number: toHex(block),
    hash: generatedHash(chain, block),
    parentHash: pad('0x0'),
    timestamp: toHex(generatedTime(block)),
    transactions: [],
  };
}

/** One JSON-RPC call, and what the node made of it. */
export type GeneratedCall = { readonly method: string; readonly blocks: number };

/** Starts the node of a chain on a real socket; `calls` records what it was asked. */
export async function startGeneratedChain(chain: GeneratedChain) {
  const calls: GeneratedCall[] = [];
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    if (chain.isDown) {
      response.destroy();
      return;
    }
    const [from, to] = [Number(params[0]?.fromBlock), Number(params[0]?.toBlock)];
    const blocks = method === 'eth_getLogs' ? to - from + 1 : 0;
    calls.push({ method, blocks });
    const refused = method === 'eth_getLogs' ? chain.refuse(blocks) : null;
    const results: Readonly<Record<string, () => unknown>> = {
      eth_blockNumber: () => toHex(chain.head),
      eth_chainId: () => '0x539',
      eth_getBlockByNumber: () => describeBlock(chain, params[0]),
      eth_getLogs: () => readLogs(chain, from, to),
      eth_call: () => chain.call(params),
    };
    const body = refused?.body ?? { result: results[method]?.() ?? null };
    response.writeHead(refused?.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** How nodes in the wild refuse ranges of `eth_getLogs`, each with the most blocks that it allows. */
export const rangeErrors = [
  ['-32005', 700, rpcError(-32_005, 'query returned more than 10000 results')],
  ['-32602', 200, rpcError(-32_602, 'exceed maximum block range: 200')],
  ['-32614', 1000, rpcError(-32_614, 'eth_getLogs is limited to a 1,000 range')],
  ['HTTP 413', 500, { status: 413, body: { error: 'Log response size exceeded' } }],
  ['HTTP 400', 64, { status: 400, body: { error: 'block range is too wide' } }],
] as const;

/** Returns the response with an error of JSON-RPC. */
export function rpcError(code: number, message: string) {
  return { status: 200, body: { error: { code, message } } };
}
