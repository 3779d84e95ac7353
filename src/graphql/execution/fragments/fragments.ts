import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../../context.ts';
import { once } from '../../../core/lazily.ts';
import { isJsonWithin } from '../../../core/text/json-size.ts';
import { asksAboutSchema } from '../asks-about-schema.ts';
import { compile, type Variables } from '../compile.ts';
import { cutOperation } from './cut-operation.ts';
import type { EncodedParts } from './encoded-parts.ts';
import { createParts } from './part.ts';
import { fillPlaceholders } from './placeholders.ts';
import { beginRun } from './run.ts';
import { createShadowSchema, type FieldNames } from './shadow-schema.ts';

/**
 * Executes an operation with the parts of it that are encoded already; the result in pieces. Null
 * when not everything is at hand, or anything fails: the plain execution asks, waits and explains.
 */
export type InParts = (context: Context, variables: Variables) => readonly Buffer[] | null;

/** Prepares operations for being answered in parts. */
export type Fragments = {
  /**
   * Null for an operation without parts, and for one that asks about the schema itself.
   *
   * @param operation - A plain one.
   */
  readonly cut: (operation: OperationDefinitionNode) => InParts | null;
};

/** After so many failures in a row only each 32nd execution is tried in parts. */
const maxDoublings = 5;

/**
 * @param options.createSchema - Makes the schema anew; it is called once, on first use.
 * @param options.fields - Those whose values are the same objects for as long as they are cached, and
 * where all that can be selected below follows from the value and from what is read through the
 * context's reader.
 */
export function createFragments(options: {
  readonly createSchema: () => GraphQLSchema;
  readonly fields: FieldNames;
  readonly encoded: EncodedParts;
  /** A response beyond it is left to the plain execution, which refuses it. */
  readonly maxBytes: number;
  /** Bound of the compiled parts that are kept for other documents. */
  readonly maxCompiledBytes: number;
}): Fragments {
  const { createSchema, fields, encoded, maxBytes, maxCompiledBytes } = options;
  const shadow = once(() => createShadowSchema(createSchema(), fields, encoded.encode));
  const createPart = createParts(() => shadow().parts, maxCompiledBytes);

  return {
    cut: (flat) => {
      if (asksAboutSchema(flat)) return null;
      const { schema } = shadow();
      const found = cutOperation(flat, { schema, fields, createPart });
      if (!found) return null;
      const { operation, parts } = found;
      const execute = compile(schema, operation);
      if (!execute) return null;
      return seldomInVain((context, variables) => {
        const run = beginRun(variables, parts, maxBytes);
        const result = execute(run, context, variables);
        if (result instanceof Promise || run.hasFailed || result.errors) return null;
        if (!isJsonWithin(result.data, run.bytesLeft)) return null;
        return fillPlaceholders(JSON.stringify({ data: result.data }), run.encoded);
      });
    },
  };
}

/** Where trying has failed again and again, it is tried ever more rarely. */
function seldomInVain(attempt: InParts): InParts {
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
