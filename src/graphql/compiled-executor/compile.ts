import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../context.ts';
import { compiledInfo } from '../pacing/paced-lists.ts';
import { inlineFragments } from './inline-fragments.ts';
import { findCompilableOperation } from './is-compilable.ts';
import { fixJitFieldOrder } from './jit-field-order.ts';
import { rewriteVariables } from './jit-variable-workarounds.ts';
import { mergeFields } from './merge-fields.ts';

/** Variables as a client sends them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A compiled operation; nothing in it waits unless a resolver does. */
export type CompiledOperation = (
  root: object | undefined,
  context: Context,
  variables: Variables,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * The operation of a valid document in the form that the compiler gets right: no named fragments, and
 * every field in one place. Null where it has no such form, or cannot be compiled at all. It is a
 * document of its own: the compiler keeps notes in the nodes that it compiles, and a fragment that is
 * used twice under different conditions would be left out in both places.
 */
export function normalizeOperation(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const merged = mergedFields(document, schema);
  if (merged && fieldsIn(merged) > maxFields) return null;
  const [copy] = merged ? parse(print(merged), { noLocation: true }).definitions : [];
  return copy?.kind === Kind.OPERATION_DEFINITION ? copy : null;
}

/** The same without a copy, for those who only read it: it shares nodes with the document. */
export function mergedFields(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const operation = findCompilableOperation(document);
  const flat = operation && inlineFragments(document, operation);
  return flat && mergeFields(flat, schema);
}

/**
 * Compiles a plain operation; null where the compiler cannot. It leaves notes in the nodes. What the
 * compiler gets wrong of the variables' values is interpreted when it comes.
 */
export function compileOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  const prepared = rewriteVariables(operation, schema);
  if (!prepared) return null;
  const compiled = compileQuery<Record<string, unknown>, Variables>(
    schema,
    documentOf(fixJitFieldOrder(prepared.operation)),
    '',
    { resolverInfoEnricher: () => compiledInfo },
  );
  if (!isCompiledQuery(compiled)) return null;
  const { query } = compiled;
  const { needsInterpreter } = prepared;
  if (!needsInterpreter) return query;
  const document = documentOf(operation);
  return (rootValue, contextValue, variableValues) =>
    needsInterpreter(variableValues)
      ? execute({ schema, document, rootValue, contextValue, variableValues })
      : query(rootValue, contextValue, variableValues);
}

const documentOf = (operation: OperationDefinitionNode): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [operation],
});

/** Larger operations are interpreted for ever: to compile 300 fields, whole and in parts, takes 40 to 60 ms in one turn. */
const maxFields = 300;

/** What a compiled operation takes whatever it selects, bytes. */
const operationBytes = 10_000;
/** What it takes for each of its fields, with its source, its closures and what V8 makes of it. */
const fieldBytes = 3000;

/**
 * What a compiled operation takes in memory, roughly, bytes. Measured as the growth of `heapUsed`
 * between two full collections: 600 kB for 336 fields, compiled whole and in parts.
 */
export const compiledSize = (operation: OperationDefinitionNode): number =>
  operationBytes + fieldsIn(operation) * fieldBytes;

function fieldsIn(operation: OperationDefinitionNode): number {
  let fields = 0;
  visit(operation, {
    Field: () => {
      fields += 1;
    },
  });
  return fields;
}
