import { LRUCache } from 'lru-cache';
import type { CachedValueTimes } from '../../../cache/request-cache.ts';
import { isJsonSizeWithin } from '../../../lib/encoding/json-size.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { CacheSize, FragmentCacheOutcome } from '../../../telemetry/telemetry.ts';
import { tryReserveTurnForValue } from '../../pacing/paced-lists.ts';
import type { Variables } from '../../variables.ts';
import type { CompiledFragment } from './compiled-fragment.ts';
import {
  createCachedFragmentExecutionState,
  type EncodeFragmentToPlaceholder,
} from './fragment-fields.ts';
import { createPlaceholder, spliceBuffers } from './splice-json.ts';

/** Cache of the JSON of cached fragments, as bytes. */
export type FragmentCache = {
  /** Encodes a fragment, or reads it from the cache, and returns its placeholder. */
  readonly encode: EncodeFragmentToPlaceholder;
  readonly size: () => CacheSize;
};

type Encoded = { readonly bytes: Buffer; readonly reads: CachedValueTimes };

const overhead = 300;
const readBytes = 16;

/**
 * Creates an LRU cache of fragments' JSON, by value, fragment id and variables. An entry is used
 * only while every value that it was made from would be read unchanged.
 */
export function createFragmentCache(options: {
  readonly maxBytes: number;
  /** Maximum bytes of one fragment: as many as a response may have. */
  readonly maxPartBytes: number;
  /** Called for each fragment that a response needs, with the name of its root field. */
  readonly onRead: (root: string, outcome: FragmentCacheOutcome) => void;
}): FragmentCache {
  const { maxBytes, maxPartBytes, onRead } = options;
  const cached = new LRUCache<string, Encoded>({ maxSize: maxBytes });
  const numberOf = createNumbering();

  const encodePart: EncodeFragmentToPlaceholder = (number, value, { context, run: state }) => {
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
    // No capacity is left in this turn. The execution without fragments can use later turns.
    if (!tryReserveTurnForValue(value, fragment.selectionSet)) return null;
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

    function encode({ root, fragments, execute }: CompiledFragment): Buffer | null {
      const inner = {
        ...createCachedFragmentExecutionState(state.variables, fragments, maxPartBytes),
        [root]: value,
      };
      const result = execute(inner, context, state.variables);
      if (result instanceof Promise || inner.hasFailed || result.errors) return null;
      const data = result.data?.[root];
      if (!isJsonSizeWithin(data, inner.bytesLeft)) return null;
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

function given(fragment: CompiledFragment, variables: Variables): string {
  let text = '';
  for (const name of fragment.variables) text += ` ${JSON.stringify(variables[name])}`;
  return text;
}

/** Returns a function that gives each object a unique number without keeping the object alive. */
function createNumbering(): (value: object) => number {
  let last = 0;
  return memoizeOnObject(() => {
    last += 1;
    return last;
  });
}
