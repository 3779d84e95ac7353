import type { GraphQLSchema } from 'graphql';
import type { RequestInfo } from '../../http/request-info.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  createFetchFromEngine,
  createYogaEngine,
  type FetchFromEngine,
  type YogaEngineOptions,
} from '../yoga.ts';

/** Whether a federation router wants the trace of the response in its `extensions.ftv1`. */
export const wantsInlineTrace = ({ headers }: RequestInfo): boolean =>
  headers['apollo-federation-include-trace'] === 'ftv1';

/**
 * Creates the function that executes requests with their trace. Recording wraps every resolver, so
 * it has its own schema and engine, created on first use.
 */
export function createTracedEngineFetch(
  options: YogaEngineOptions & { readonly createSchema: () => GraphQLSchema },
): FetchFromEngine {
  const createTraced = lazy(async () => {
    const { traceResolvers, useInlineTrace } = await import('./use-inline-trace.ts');
    const engine = createYogaEngine(traceResolvers(options.createSchema()), {
      ...options,
      compiledExecution: false,
      inlineTrace: useInlineTrace(),
    });
    return createFetchFromEngine(engine);
  });
  return async (request, context) => (await createTraced())(request, context);
}
