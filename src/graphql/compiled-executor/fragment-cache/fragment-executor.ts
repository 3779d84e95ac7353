import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../../context.ts';
import { isJsonSizeWithin } from '../../../lib/encoding/json-size.ts';
import { hasIntrospection } from '../../validation/normalize-operation.ts';
import type { Variables } from '../../variables.ts';
import { compileOperation } from '../compile.ts';
import { createFragmentCompiler } from './compiled-fragment.ts';
import { extractCachedFields } from './extract-cached-fields.ts';
import { createCachedFragmentExecutionState, type FieldsByType } from './fragment-fields.ts';
import { spliceBuffers } from './splice-json.ts';

/**
 * Executes an operation with cached fragments; returns the JSON as buffers. Null when a value is
 * not available synchronously, on any failure, and for a response that is too large; callers then
 * execute the operation without fragments.
 */
export type ExecuteFromFragments = (
  context: Context,
  variables: Variables,
) => readonly Buffer[] | null;

/** Prepares an operation for cached fragments; null without cached fields or with introspection. */
export type PrepareExecutionFromFragments = (
  operation: OperationDefinitionNode,
) => ExecuteFromFragments | null;

/** At most 2^5 = 32 calls until the next attempt after failures. */
const maxDoublings = 5;

/**
 * Creates the function that prepares operations for execution with cached fragments.
 *
 * @param options.schema - The schema of plans.
 * @param options.fields - Fields whose value stays the same object while cached. Their subfields
 * must be computed only from that value and from reads of the request cache.
 */
export function createFragmentPreparer(options: {
  readonly schema: () => GraphQLSchema;
  readonly fields: FieldsByType;
  /** Larger responses are executed without fragments; that execution rejects them as too large. */
  readonly maxBytes: number;
  readonly maxCompiledBytes: number;
}): PrepareExecutionFromFragments {
  const { fields, maxBytes, maxCompiledBytes } = options;
  const createPart = createFragmentCompiler(options.schema, maxCompiledBytes);

  return (normalized) => {
    if (hasIntrospection(normalized)) return null;
    const schema = options.schema();
    const found = extractCachedFields(normalized, { schema, fields, createPart });
    const execute = found && compileOperation(schema, found.operation);
    if (!execute) return null;
    return withFailureBackoff((context, variables) => {
      const state = createCachedFragmentExecutionState(variables, found.fragments, maxBytes);
      const result = execute(state, context, variables);
      if (result instanceof Promise || state.hasFailed || result.errors) return null;
      if (!isJsonSizeWithin(result.data, state.bytesLeft)) return null;
      return spliceBuffers(JSON.stringify({ data: result.data }), state.encoded);
    });
  };
}

/** After repeated failures attempts become rarer: every 2nd, 4th, … call, at least every 32nd. */
function withFailureBackoff(attempt: ExecuteFromFragments): ExecuteFromFragments {
  let failures = 0;
  let turn = 0;
  return (context, variables) => {
    turn += 1;
    if (failures > 1 && turn % 2 ** Math.min(failures - 1, maxDoublings) !== 0) return null;
    const pieces = attempt(context, variables);
    failures = pieces === null ? failures + 1 : 0;
    return pieces;
  };
}
