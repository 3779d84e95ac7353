import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../context.ts';
import { compilableOperation } from './compilable.ts';
import { flatOperation } from './flat-operation.ts';
import { mergedOperation } from './merged-operation.ts';

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
 * every field in one place. Null where it has no such form, or cannot be compiled at all.
 */
export function plainOperation(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const operation = compilableOperation(document);
  const flat = operation && flatOperation(document, operation);
  return flat && mergedOperation(flat, schema);
}

/** Compiles a plain operation; null where the compiler cannot. It leaves notes in the nodes. */
export function compile(schema: GraphQLSchema, operation: OperationDefinitionNode): Execute | null {
  const document = { kind: Kind.DOCUMENT, definitions: [operation] } as const;
  const compiled = compileQuery<Record<string, unknown>, Variables>(schema, document);
  return isCompiledQuery(compiled) ? compiled.query : null;
}
