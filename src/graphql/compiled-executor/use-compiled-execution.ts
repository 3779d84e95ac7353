import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import {
  type CompiledOperation,
  compileAfterUses,
  compileOperation,
  estimateCompiledBytes,
  type Variables,
} from './compile.ts';
import { normalizeForCompilation } from './normalize-for-jit.ts';

/**
 * Yoga plugin that compiles documents on their third use. It serves what
 * `createCompiledQueryExecutor` does not: mutations, queries sent as event streams, and URLs that
 * only Yoga parses.
 *
 * @param maxBytes - Maximum estimated size of the compiled documents.
 */
export function useCompiledExecution(maxBytes: number): Plugin<Context> {
  const cached = new LRUCache<DocumentNode, { readonly execute: CompiledOperation | null }>({
    maxSize: Math.max(1, maxBytes),
  });
  const usageOf = memoizeOnObject((_document: DocumentNode) => ({ uses: 0 }));

  function compiledOf(document: DocumentNode, schema: GraphQLSchema): CompiledOperation | null {
    const usage = usageOf(document);
    usage.uses += 1;
    if (usage.uses <= compileAfterUses) return null;
    const known = cached.get(document);
    if (known) return known.execute;
    const operation = normalizeForCompilation(document, schema);
    const execute = operation && compileOperation(schema, operation);
    cached.set(document, { execute }, { size: operation ? estimateCompiledBytes(operation) : 1 });
    return execute;
  }

  return {
    onExecute({ args, setExecuteFn }) {
      const execute = compiledOf(args.document, args.schema);
      if (!execute) return;
      setExecuteFn(({ rootValue, contextValue, variableValues }) =>
        execute(rootValue as object | undefined, contextValue, (variableValues ?? {}) as Variables),
      );
    },
  };
}
