import { type ExecutionResult, GraphQLError } from 'graphql';
import { jsonSize } from '../../lib/encoding/json-size.ts';

type Later = { readonly incremental?: readonly ExecutionResult[] };

/** Maximum bytes of `{"data":,"errors":}` and of the members of an incremental part. */
export const maxResponseEnvelopeBytes = 100;

/** Whether a result takes at most `maxBytes` as JSON. The size is computed without encoding. */
export const isResultWithin = (result: ExecutionResult, maxBytes: number): boolean =>
  resultSize(result, maxBytes) <= maxBytes;

/** Upper bound of a result's bytes; any number above `limit` when it is larger. */
export function resultSize(result: ExecutionResult, limit: number): number {
  const { data, errors, extensions } = result;
  const isPlain = !errors && !extensions && !('incremental' in result);
  if (isPlain) return maxResponseEnvelopeBytes + jsonSize(data, limit - maxResponseEnvelopeBytes);
  const { incremental = [] } = result as Later;
  const later = incremental.map((part) => ({ ...part, errors: plainErrors(part.errors) }));
  return (
    maxResponseEnvelopeBytes +
    jsonSize(
      { data, errors: plainErrors(errors), extensions, later },
      limit - maxResponseEnvelopeBytes,
    )
  );
}

const plainErrors = (errors: ExecutionResult['errors']) =>
  errors?.map((error) => ({ ...error.toJSON() }));

/** Creates the GraphQL error of a response above the limit; status 413. */
export const responseTooLarge = (maxBytes: number): GraphQLError =>
  new GraphQLError(
    `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
  );
