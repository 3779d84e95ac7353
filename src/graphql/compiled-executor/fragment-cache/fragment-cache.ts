import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../../../cache/request-cache.ts';
import { isJsonWithin } from '../../../lib/encoding/json-size.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { CacheSize, FragmentOutcome } from '../../../telemetry.ts';
import type { Variables } from '../compile.ts';
import type { CachedFragment } from './cached-fragment.ts';
import { createExecutionState } from './execution-state.ts';
import type { EncodeFragment } from './fragment-schema.ts';
import { createPlaceholder, spliceBuffers } from './splice-json.ts';

/** The JSON of parts of answers. */
export type FragmentCache = {
  /** Ready to be cut into the answer. */
  readonly encode: EncodeFragment;
  readonly size: () => CacheSize;
};

type Encoded = { readonly bytes: Buffer; readonly reads: Dependencies };

/** Overhead of a part, and of each value that it was made of, bytes. */
const overhead = 300;
const readBytes = 16;

/**
 * Gives each value the JSON of what is selected from it, from memory when all that it was made of
 * would be read again as it is: with all values at hand the nested query is answered in 0.06 ms in the
 * place of 0.37. Bounded in bytes, least recently used out first. A part knows its value by a number
 * only and its other values by their stamps, so that it keeps none of them from being forgotten.
 */
export function createFragmentCache(options: {
  readonly maxBytes: number;
  /** No part has more bytes, and no response. */
  readonly maxPartBytes: number;
  /** Told of every part that is wanted, by its root. */
  readonly onRead: (root: string, outcome: FragmentOutcome) => void;
}): FragmentCache {
  const { maxBytes, maxPartBytes, onRead } = options;
  const cached = new LRUCache<string, Encoded>({ maxSize: maxBytes });
  const numberOf = createNumbering();

  const encodePart: EncodeFragment = (number, value, { context, run: state }) => {
    const fragment = state.fragments.get(number);
    if (!fragment) return null;
    const { requestCache } = context;
    const key = `${numberOf(value)} ${number}${given(fragment, state.variables)}`;
    const known = cached.get(key);
    if (known && requestCache.revalidateDependencies(known.reads)) {
      onRead(fragment.root, 'HIT');
      return standIn(known.bytes);
    }
    onRead(fragment.root, 'MISS');
    const { result: bytes, dependencies } = requestCache.trackDependencies(() => encode(fragment));
    if (bytes === null) return null;
    if (dependencies) {
      const size = bytes.length + key.length * 2 + dependencies.length * readBytes + overhead;
      cached.set(key, { bytes, reads: dependencies }, { size });
    }
    return standIn(bytes);

    function standIn(bytes: Buffer): string | null {
      state.bytesLeft -= bytes.length;
      if (state.bytesLeft < 0) return null;
      state.encoded.push(bytes);
      return createPlaceholder(state.encoded.length - 1);
    }

    function encode({ root, fragments, execute }: CachedFragment): Buffer | null {
      const inner = {
        ...createExecutionState(state.variables, fragments, maxPartBytes),
        [root]: value,
      };
      const result = execute(inner, context, state.variables);
      if (result instanceof Promise || inner.hasFailed || result.errors) return null;
      const data = result.data?.[root];
      if (!isJsonWithin(data, inner.bytesLeft)) return null;
      const json = JSON.stringify(data);
      const pieces = spliceBuffers(json, inner.encoded);
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    }
  };

  return {
    encode: encodePart,
    size: () => ({ entries: cached.size, bytes: cached.calculatedSize, maxBytes }),
  };
}

/** The variables that a part mentions, as they are given. */
function given(fragment: CachedFragment, variables: Variables): string {
  let text = '';
  for (const name of fragment.variables) text += ` ${JSON.stringify(variables[name])}`;
  return text;
}

/** Numbers objects without keeping them. */
function createNumbering(): (value: object) => number {
  let last = 0;
  return memoizeOnObject(() => {
    last += 1;
    return last;
  });
}
