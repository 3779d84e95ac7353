import {
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../context.ts';

/** Variables as a client sends them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A compiled operation; nothing in it waits unless a resolver does. */
export type Execute = (
  root: object | undefined,
  context: Context,
  variables: Variables,
) => ExecutionResult | Promise<ExecutionResult>;

/** Compiles a valid operation that spreads no named fragments; null where the compiler cannot. It leaves notes in the nodes. */
export function compile(schema: GraphQLSchema, operation: OperationDefinitionNode): Execute | null {
  const document = { kind: Kind.DOCUMENT, definitions: [operation] } as const;
  const compiled = compileQuery<Record<string, unknown>, Variables>(schema, document);
  return isCompiledQuery(compiled) ? compiled.query : null;
}
