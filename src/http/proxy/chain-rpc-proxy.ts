import type { IncomingMessage, ServerResponse } from 'node:http';
import { RpcRequestError } from 'viem';
import { z } from 'zod';
import { InvalidInputError } from '../../lib/errors.ts';
import type { ClientRateLimits } from '../../lib/limits/client-rate-limits.ts';
import type { Log } from '../../lib/log.ts';
import { sendError, sendMethodNotAllowed } from '../error-response.ts';
import { parseRequestJson, readJsonText } from '../read-json-body.ts';
import { disconnectSignal } from '../request-id-and-address.ts';
import { sendResponse } from '../response/send-response.ts';

/** Path at which browsers reach the JSON-RPC interface of the L3 chain. */
export const chainRpcPath = '/rpc/l3';

/** Methods that a browser needs to read contracts and to send signed transactions. */
const allowedMethods = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'net_version',
] as const;

const maxBodyBytes = 128 * 1024;
const maxBatch = 20;

/** Gas of a simulated transaction: a few ms of the chain's time, ten times what ours need. */
const maxGas = 10_000_000n;

const quantitySchema = z.string().regex(/^0x[0-9a-f]{1,64}$/i);

/**
 * Parameters of calls that execute code: a transaction and the block it runs on. Wallets need no
 * overrides of state and block.
 */
const executionSchema = z.tuple([
  z
    .strictObject({
      from: z.string(),
      to: z.string().nullable(),
      data: z.string(),
      input: z.string(),
      value: quantitySchema,
      gas: quantitySchema,
      gasPrice: quantitySchema,
      maxFeePerGas: quantitySchema,
      maxPriorityFeePerGas: quantitySchema,
      nonce: quantitySchema,
      type: quantitySchema,
      chainId: quantitySchema,
      accessList: z.array(z.unknown()).max(100),
    })
    .partial(),
  z.union([z.enum(['latest', 'pending', 'safe', 'finalized']), quantitySchema]).default('latest'),
]);

const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]),
  method: z.string().max(100),
  params: z.array(z.unknown()).optional(),
});

type Call = z.infer<typeof callSchema>;

/** Error codes of JSON-RPC 2.0 and EIP-1474. */
const rpcCodes = { methodNotFound: -32601, invalidParams: -32602, internal: -32603 } as const;

/**
 * Creates the handler of `POST /rpc/l3`: JSON-RPC calls to the L3 chain, single or up to 20 in a
 * batch, only reads and `eth_sendRawTransaction`. A call counts in the client's limits of chain calls
 * and of REST.
 *
 * @returns a function that returns false, without doing anything, for other paths.
 */
export function createChainRpcProxy(options: {
  /** Sends one call to the chain within a deadline; throws viem's errors. */
  readonly send: (
    call: { readonly method: string; readonly params: readonly unknown[] },
    signal: AbortSignal,
  ) => Promise<unknown>;
  readonly log: Log;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly clientLimits: Pick<ClientRateLimits, 'rest' | 'chainCalls'>;
}) {
  const { send, log, addressOf, clientLimits } = options;

  async function respond(call: Call, signal: AbortSignal): Promise<object> {
    const { id, method } = call;
    const failed = (error: object) => ({ jsonrpc: '2.0', id, error });
    if (!allowedMethods.some((allowed) => allowed === method)) {
      const message = `the method is not available; use one of ${allowedMethods.join(', ')}`;
      return failed({ code: rpcCodes.methodNotFound, message });
    }
    const params = boundParams(call);
    if (params === null) {
      const message =
        'params must be a transaction and latest, pending, safe or finalized; overrides are not available';
      return failed({ code: rpcCodes.invalidParams, message });
    }
    try {
      const result = await send({ method, params }, signal);
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (error instanceof RpcRequestError) {
        const { code, details: message, data } = error;
        return failed({ code, message, ...(data === undefined ? {} : { data }) });
      }
      return failed({ code: rpcCodes.internal, message: 'the L3 chain cannot be reached' });
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const calls = parseCalls(await readJsonText(request, maxBodyBytes));
    const address = addressOf(request);
    await clientLimits.chainCalls.consume(address, calls.list.length);
    await clientLimits.rest?.consume(address, calls.list.length);
    const signal = disconnectSignal(response);
    const results = await Promise.all(calls.list.map((call) => respond(call, signal)));
    void sendResponse(request, response, {
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      body: Buffer.from(JSON.stringify(calls.isBatch ? results : results[0])),
    });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === 'POST') {
      handle(request, response).catch((error: unknown) => {
        sendError(response, error, { log });
      });
    } else {
      sendMethodNotAllowed(response, 'POST');
    }
  };
}

/**
 * Returns the parameters to send: those of calls that execute code with a limit of gas; null if they
 * ask for what is not available.
 */
function boundParams({ method, params = [] }: Call): readonly unknown[] | null {
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return params;
  const { success, data } = executionSchema.safeParse(params);
  if (!success) return null;
  const [transaction, block] = data;
  const gas = transaction.gas === undefined ? maxGas : BigInt(transaction.gas);
  return [{ ...transaction, gas: `0x${(gas < maxGas ? gas : maxGas).toString(16)}` }, block];
}

/** @throws {InvalidInputError} the text is not a JSON-RPC 2.0 call or a batch of 1 to 20. */
function parseCalls(text: string): { readonly list: readonly Call[]; readonly isBatch: boolean } {
  const value = parseRequestJson(text);
  const isBatch = Array.isArray(value);
  const parsed = z
    .array(callSchema)
    .min(1)
    .max(maxBatch)
    .safeParse(isBatch ? value : [value]);
  if (!parsed.success) {
    throw new InvalidInputError(
      `the body must be a JSON-RPC 2.0 call, or a batch of 1 to ${maxBatch}, each with jsonrpc "2.0", id, method and params as a list`,
    );
  }
  return { list: parsed.data, isBatch };
}
