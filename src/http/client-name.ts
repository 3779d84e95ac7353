import type { CacheableRequestHeaders } from './request-info.ts';

/** The headers by which a client says what it is. */
export type ClientNameHeaders = Pick<
  CacheableRequestHeaders,
  | 'graphql-client-name'
  | 'graphql-client-version'
  | 'apollographql-client-name'
  | 'apollographql-client-version'
>;

/** The name and version that a client says it has; undefined where it says none. */
export type ClientName = {
  readonly name: string | undefined;
  readonly version: string | undefined;
};

/** Reads name and version of a client; a value that is not safe in a log line is left out. */
export const readClientName = (headers: ClientNameHeaders): ClientName => ({
  name: safe(headers['graphql-client-name'] ?? headers['apollographql-client-name']),
  version: safe(headers['graphql-client-version'] ?? headers['apollographql-client-version']),
});

const safe = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w .,:@/+()-]{1,100}$/.test(value) ? value : undefined;

/** Returns the label of a client in metrics: its name if it is known, else `other`. */
export type LabelClient = (headers: ClientNameHeaders) => string;

/** The label of clients without a known name. */
export const otherClient = 'other';

/** Creates the function that labels clients, whose known names bound the number of labels. */
export function createClientLabels(known: readonly string[]): LabelClient {
  const names = new Set(known);
  return (headers) => {
    const { name } = readClientName(headers);
    return name !== undefined && names.has(name) ? name : otherClient;
  };
}
