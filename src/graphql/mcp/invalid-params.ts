import { isRecord } from '../../lib/parse.ts';

/** A JSON-RPC error response. */
export type JsonRpcError = {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
};

const invalidRequest = -32_600;
const invalidParams = -32_602;
/** Maximum characters of a text that responses repeat: the id and the progress token. */
const maxEchoed = 200;

/**
 * Returns the error of a message whose id or parameters are not of the types of the Model Context
 * Protocol, or too long to be repeated in the response; else null. Other faults of a message are
 * reported by the SDK.
 */
export function findInvalidMcpParams(
  message: Readonly<Record<string, unknown>>,
): JsonRpcError | null {
  const { id = null, params = {}, method } = message;
  const fail = (code: number, text: string): JsonRpcError => ({
    jsonrpc: '2.0',
    id: isEchoed(id) ? id : null,
    error: { code, message: text },
  });
  if (id !== null && !isEchoed(id)) {
    return fail(
      invalidRequest,
      `id must be a number or a string of at most ${maxEchoed} characters`,
    );
  }
  if (typeof method !== 'string') return null;
  const wrong = findWrongParam(method, params);
  return wrong === null ? null : fail(invalidParams, wrong);
}

const isEchoed = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= maxEchoed);

function findWrongParam(method: string, params: unknown): string | null {
  if (!isRecord(params)) return 'params must be an object';
  const { _meta: meta = {}, name, arguments: given = {}, cursor = '' } = params;
  if (!isRecord(meta)) return 'params._meta must be an object';
  const { progressToken = 0 } = meta;
  if (!isEchoed(progressToken)) {
    return `params._meta.progressToken must be a number or a string of at most ${maxEchoed} characters`;
  }
  if (method === 'tools/list' && typeof cursor !== 'string')
    return 'params.cursor must be a string';
  if (method !== 'tools/call') return null;
  if (typeof name !== 'string') return 'params.name must be a string, the name of a tool';
  return isRecord(given) ? null : 'params.arguments must be an object';
}
