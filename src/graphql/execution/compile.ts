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
import { compilableOperation } from './compilable.ts';
import { withVariables } from './delicate-variables.ts';
import { flatOperation } from './flat-operation.ts';
import { mergedOperation } from './merged-operation.ts';
import { writtenOrder } from './written-order.ts';

/** Variables as a client sends them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A compiled operation; nothing in it waits unless a resolver does. */
export type Execute = (
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
export function plainOperation(
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
  const operation = compilableOperation(document);
  const flat = operation && flatOperation(document, operation);
  return flat && mergedOperation(flat, schema);
}

/**
 * Compiles a plain operation; null where the compiler cannot. It leaves notes in the nodes. What the
 * compiler gets wrong of the variables' values is interpreted when it comes.
 */
export function compile(schema: GraphQLSchema, operation: OperationDefinitionNode): Execute | null {
  const prepared = withVariables(operation, schema);
  if (!prepared) return null;
  const compiled = compileQuery<Record<string, unknown>, Variables>(
    schema,
    documentOf(writtenOrder(prepared.operation)),
    '',
    { resolverInfoEnricher: () => compiledInfo },
  );
  if (!isCompiledQuery(compiled)) return null;
  const { query } = compiled;
  const { isDelicate } = prepared;
  if (!isDelicate) return query;
  const document = documentOf(operation);
  return (rootValue, contextValue, variableValues) =>
    isDelicate(variableValues)
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
