import type { GraphQLSchema } from 'graphql';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  createFetchFromYoga,
  createYogaEngine,
  type FetchFromYoga,
  type YogaEngineOptions,
} from '../yoga.ts';

/**
 * Creates the function that executes requests with their trace. Recording wraps every resolver, so
 * traces need their own schema and engine, which are created on first use.
 */
export function createInlineTraceYogaFetch(
  options: YogaEngineOptions & { readonly createSchema: () => GraphQLSchema },
): FetchFromYoga {
  const createTraced = lazy(async () => {
    const { recordResolverTraces, useInlineTrace } = await import('./use-inline-trace.ts');
    const engine = createYogaEngine(recordResolverTraces(options.createSchema()), {
      ...options,
      compiledExecution: false,
      inlineTrace: useInlineTrace(),
    });
    return createFetchFromYoga(engine);
  });
  return async (request, context) => (await createTraced())(request, context);
}
