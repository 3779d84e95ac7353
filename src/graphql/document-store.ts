import { type DocumentNode, GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphQLEngine } from './engine.ts';

/** A document that was parsed and validated: the document, or why it is refused. */
export type CheckedDocument =
  | { readonly document: DocumentNode; readonly errors: null }
  | { readonly document: null; readonly errors: readonly GraphQLError[] };

const maxEntries = 2000;
/** Estimated memory of a parsed document for each character of its text, bytes. */
const bytesPerCharacter = 120;
const entryBytes = 500;
/** Fraction of `maxBytes` for texts that were seen once. */
const seenPart = 0.1;

/**
 * Creates the function that parses and validates documents, with a cache by text. It stores a
 * document that comes for the second time, so that those sent only once do not fill the heap.
 *
 * @param maxBytes - Maximum estimated size of the cache.
 */
export function createDocumentStore(
  engine: Pick<GraphQLEngine, 'parse' | 'validate'>,
  maxBytes: number,
): (text: string) => CheckedDocument {
  const bounded = (perCharacter: number, part: number) => ({
    max: maxEntries,
    maxSize: Math.max(1, Math.floor(maxBytes * part)),
    sizeCalculation: (_value: unknown, text: string) => entryBytes + text.length * perCharacter,
  });
  const seen = new LRUCache<string, true>(bounded(2, seenPart));
  const cached = new LRUCache<string, CheckedDocument>(bounded(bytesPerCharacter, 1 - seenPart));
  return (text) => {
    const known = cached.get(text);
    if (known) return known;
    const checked = check(engine, text);
    if (seen.has(text)) cached.set(text, checked);
    else seen.set(text, true);
    return checked;
  };
}

function check(
  { parse, validate }: Pick<GraphQLEngine, 'parse' | 'validate'>,
  text: string,
): CheckedDocument {
  try {
    const document = parse(text);
    const errors = validate(document);
    return errors.length > 0 ? { document: null, errors } : { document, errors: null };
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, errors: [error] };
    throw error;
  }
}
