import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { memoizeByValue } from '../../core/memoize-by-value.ts';
import { usesBeforeCompiling } from './compilable.ts';
import { compile, compiledSize, type Execute, plainOperation, type Variables } from './compile.ts';

type Usage = { uses: number };
/** Null for what cannot be compiled. */
type Compiled = { readonly execute: Execute | null };

/**
 * Lets the engine execute documents compiled that come back; what is seen for the first time, and
 * what cannot be compiled, is interpreted. For what does not take the direct road: mutations, queries
 * as event streams, URLs that are the engine's to read. Least recently used out first.
 */
export function useCompiled(maxBytes: number): Plugin<Context> {
  const kept = new LRUCache<DocumentNode, Compiled>({ maxSize: Math.max(1, maxBytes) });
  const usageOf = memoizeByValue<DocumentNode, Usage>(() => ({ uses: 0 }));

  function compiledOf(document: DocumentNode, schema: GraphQLSchema): Execute | null {
    const usage = usageOf(document);
    usage.uses += 1;
    if (usage.uses <= usesBeforeCompiling) return null;
    const known = kept.get(document);
    if (known) return known.execute;
    const operation = plainOperation(document, schema);
    const execute = operation && compile(schema, operation);
    kept.set(document, { execute }, { size: operation ? compiledSize(operation) : 1 });
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
