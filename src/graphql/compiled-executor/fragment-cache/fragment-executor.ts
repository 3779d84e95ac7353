import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../../context.ts';
import { isJsonWithin } from '../../../lib/encoding/json-size.ts';
import { lazy } from '../../../lib/lazy-properties.ts';
import { compileOperation, type Variables } from '../compile.ts';
import { hasIntrospection } from '../has-introspection.ts';
import { createFragmentCompiler } from './cached-fragment.ts';
import { createExecutionState } from './execution-state.ts';
import { extractFragments } from './extract-fragments.ts';
import type { FragmentCache } from './fragment-cache.ts';
import { createFragmentSchema, type FieldsByType } from './fragment-schema.ts';
import { spliceBuffers } from './splice-json.ts';

/**
 * Executes an operation with the parts of it that are encoded already; the result in pieces. Null
 * when not everything is at hand, or anything fails: the plain execution asks, waits and explains.
 */
export type ExecuteFromFragments = (
  context: Context,
  variables: Variables,
) => readonly Buffer[] | null;

/** Prepares operations for being answered in parts. */
export type FragmentExecutor = {
  /**
   * Null for an operation without parts, and for one that asks about the schema itself.
   *
   * @param operation - A plain one.
   */
  readonly prepare: (operation: OperationDefinitionNode) => ExecuteFromFragments | null;
};

/** After so many failures in a row only each 32nd execution is tried in parts. */
const maxDoublings = 5;

/**
 * @param options.createSchema - Makes the schema anew; it is called once, on first use.
 * @param options.fields - Those whose values are the same objects for as long as they are cached, and
 * where all that can be selected below follows from the value and from what is read through the
 * context's reader.
 */
export function createFragmentExecutor(options: {
  readonly createSchema: () => GraphQLSchema;
  readonly fields: FieldsByType;
  readonly encoded: FragmentCache;
  /** A response beyond it is left to the plain execution, which refuses it. */
  readonly maxBytes: number;
  /** Bound of the compiled parts that are kept for other documents. */
  readonly maxCompiledBytes: number;
}): FragmentExecutor {
  const { createSchema, fields, encoded, maxBytes, maxCompiledBytes } = options;
  const shadow = lazy(() => createFragmentSchema(createSchema(), fields, encoded.encode));
  const createPart = createFragmentCompiler(() => shadow().fragments, maxCompiledBytes);

  return {
    prepare: (flat) => {
      if (hasIntrospection(flat)) return null;
      const { schema } = shadow();
      const found = extractFragments(flat, { schema, fields, createPart });
      if (!found) return null;
      const { operation, fragments } = found;
      const execute = compileOperation(schema, operation);
      if (!execute) return null;
      return seldomInVain((context, variables) => {
        const state = createExecutionState(variables, fragments, maxBytes);
        const result = execute(state, context, variables);
        if (result instanceof Promise || state.hasFailed || result.errors) return null;
        if (!isJsonWithin(result.data, state.bytesLeft)) return null;
        return spliceBuffers(JSON.stringify({ data: result.data }), state.encoded);
      });
    },
  };
}

/** Where trying has failed again and again, it is tried ever more rarely. */
function seldomInVain(attempt: ExecuteFromFragments): ExecuteFromFragments {
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
