import type { GraphQLSchema } from 'graphql';
import { createOperationsInProgress } from '../../lib/limits/operations-in-progress.ts';
import { createInterpreter } from '../compiled-executor/index.ts';
import { defaultCostLimits } from '../cost/cost-limits.ts';
import { createGraphQLEngine } from '../engine.ts';
import { createErrorMask } from '../graphql-errors.ts';
import { createPrepareOperation, type PrepareOperation } from '../run-operation.ts';

/** Creates the pipeline of a small schema, without compiled plans. */
export function createTestPrepareOperation(
  schema: GraphQLSchema,
  log: Parameters<typeof createErrorMask>[0],
): PrepareOperation {
  const engine = createGraphQLEngine(schema);
  return createPrepareOperation({
    engine,
    execute: createInterpreter(engine),
    mask: createErrorMask(log),
    limits: defaultCostLimits,
    lengths: {},
    maxDocumentBytes: 1_000_000,
    inProgress: createOperationsInProgress({ maxBytes: Number.POSITIVE_INFINITY, maxWait: 0 }),
  });
}
