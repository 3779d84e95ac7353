import fc from 'fast-check';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLFormattedError,
  parse,
  validate,
} from 'graphql';
import { expect } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { domainModules } from '../../../src/domains/index.ts';
import { createErrorMask } from '../../../src/graphql/graphql-errors.ts';
import { createSchema } from '../../../src/graphql/schema.ts';
import { immediateFaults } from '../../support/cases/faults.ts';
import { startFaultyUpstreams } from '../../support/faulty-world.ts';
import { isolatedEnv, startGateway, type TestGateway } from '../../support/gateway.ts';
import { createBareGateway } from './bare-gateway.ts';
import { documentsOf } from './schema-documents.ts';

/** What is asked of the graph. */
export type Body = {
  readonly query: string;
  readonly operationName?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions?: object;
};

/** @property data - As text, since the order of its fields counts. */
export type ExecutedResult = {
  readonly data: string | undefined;
  readonly errors: readonly unknown[];
};

export const schema = createSchema(domainModules);

/** A gateway, and beside it what graphql's own executor needs: the same upstreams and time, other values. */
export type BesideGraphql = AsyncDisposable & {
  readonly gateway: TestGateway;
  /** For the executor, which neither compiles nor keeps anything. */
  readonly argsOf: (body: Body) => ExecutionArgs;
  /** What clients are told of the executor's result. */
  readonly masked: (result: ExecutionResult) => ExecutedResult;
  /** What was kept is too old to be shown. */
  readonly forget: () => void;
  /** Lets a path of the data node fail; null lets all answer again. */
  readonly breakPath: (path: string | null) => void;
};

const [broken = null] = immediateFaults.filter(({ status }) => status === 500);

/** Starts both. */
export async function startBesideGraphql(
  settings: Readonly<Record<string, string>> = {},
): Promise<BesideGraphql> {
  let now = Date.parse('2026-03-11T10:17:42.500Z');
  const clock = { now: () => now };
  const stack = new AsyncDisposableStack();
  const upstreams = stack.use(await startFaultyUpstreams());
  const gateway = stack.use(await startGateway({ ...upstreams.env, ...settings }, { clock }));
  const config = parseConfig({ ...isolatedEnv, ...upstreams.env });
  const bare = stack.use(createBareGateway(config, clock));
  const mask = createErrorMask(bare.deps.log);
  return {
    gateway,
    argsOf: ({ query, operationName, variables }) => ({
      schema,
      document: parse(query),
      operationName,
      variableValues: variables,
      contextValue: bare.context(),
    }),
    masked: ({ data, errors = [] }) =>
      toExecutedResult({ data, errors: errors.map((error) => mask(error).toJSON()) }),
    forget: () => {
      now += 86_400_000;
    },
    breakPath: (path) =>
      upstreams.setFault('dataNode', path === null ? null : broken, path ?? undefined),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Compares what is answered to 40 random documents of the schema, each as often as it has rounds, while
 * one of the paths of the data node fails now and then.
 *
 * @param options.compare - False where a limit keeps the gateway from answering as the executor does.
 * @param options.isFor - Whether a document can be compared at all.
 */
export async function compareRandomly(
  world: BesideGraphql,
  options: {
    readonly operation: 'query' | 'subscription';
    readonly paths: readonly string[];
    readonly isFor?: (query: string) => boolean;
    readonly compare: (body: Body) => Promise<boolean>;
  },
): Promise<void> {
  const { operation, paths, isFor = () => true, compare } = options;
  const faults = fc.constantFrom(null, null, ...paths);
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(
      documentsOf(schema, operation),
      faults,
      async ({ rounds, ...document }, path) => {
        const { query } = document;
        if (!isFor(query) || validate(schema, parse(query)).length > 0) return;
        world.forget();
        world.breakPath(path);
        for (const variables of rounds) {
          if (!(await compare({ ...document, variables }))) return;
        }
        answered += 1;
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
  world.breakPath(null);
  expect(answered).toBeGreaterThan(15);
}

/** A result as it is sent, or `undefined` data where there was nothing to execute. */
type Result = { readonly data: unknown; readonly errors: readonly GraphQLFormattedError[] };

/** Errors come in the order in which fields fail, which nothing prescribes. */
export function toExecutedResult({ data, errors = [] }: Partial<Result>): ExecutedResult {
  const all = errors.map(({ message, path, extensions }) => {
    return { message, path, code: extensions?.code };
  });
  const sorted = all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { data: JSON.stringify(data), errors: sorted };
}
