import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { memoizeByValue } from '../../core/memoize-by-value.ts';
import { usesBeforeCompiling } from './compilable.ts';
import { compile, type Execute, plainOperation, type Variables } from './compile.ts';

type Usage = { uses: number; compiled?: Execute | null };

/**
 * Lets the engine execute documents compiled that come back; what is seen for the first time, and
 * what cannot be compiled, is interpreted. For what does not take the direct road: mutations, queries
 * as event streams, URLs that are the engine's to read.
 */
export function useCompiled(): Plugin<Context> {
  const usageOf = memoizeByValue<DocumentNode, Usage>(() => ({ uses: 0 }));

  function compiledOf(document: DocumentNode, schema: GraphQLSchema): Execute | null {
    const usage = usageOf(document);
    usage.uses += 1;
    if (usage.uses <= usesBeforeCompiling) return null;
    if (usage.compiled === undefined) {
      const operation = plainOperation(document, schema);
      usage.compiled = operation && compile(schema, operation);
    }
    return usage.compiled;
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
