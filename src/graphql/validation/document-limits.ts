import {
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  TokenKind,
} from 'graphql';
import { collectFragments, type FragmentDefinitions } from './collect-fragments.ts';

/** Limits of a document; documented in `docs/configuration.md`. */
export const documentLimits = {
  tokens: 2000,
  /** Lines. Each error counts the lines before it, so many errors in a long document are slow. */
  lines: 2000,
  /** Levels of nested selections; introspection, `edges` and `node` are not counted. */
  depth: 12,
  aliases: 30,
  /** Characters of all aliases; a response repeats them for each object. */
  aliasCharacters: 1000,
  /** Characters of a name or of a directive's string argument, which errors repeat. */
  nameCharacters: 200,
  directives: 5,
  /** Fragment definitions, and separately fragment spreads; validation compares them pairwise. */
  fragments: 50,
  fields: 500,
  /** Selections of one response name in one object of the response. */
  repeats: 30,
  /** Weighted objects of a response, estimated before execution. */
  objects: 5000,
} as const;

const newCounts = () => ({
  aliases: 0,
  aliasCharacters: 0,
  directives: 0,
  fields: 0,
  fragments: 0,
  labelCharacters: 0,
  repeats: 0,
  spreads: 0,
});
type Counts = ReturnType<typeof newCounts>;

/** A response path within one definition, and how often the definition selects it. */
type Place = { times: number; readonly below: Map<string, Place> };

const newPlace = (): Place => ({ times: 0, below: new Map() });

/** Returns the error of a document above a limit, else null, in linear time. */
export function checkDocumentLimits(document: DocumentNode): GraphQLError | null {
  if (hasLongName(document)) return tooLongName();
  const counts = newCounts();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) counts.fragments += 1;
    count(definition, counts, newPlace());
  }
  for (const what of ['aliases', 'directives', 'fields'] as const) {
    if (counts[what] > documentLimits[what])
      return documentTooLargeError(what, documentLimits[what]);
  }
  if (counts.labelCharacters > documentLimits.nameCharacters) return tooLongName();
  if (counts.aliasCharacters > documentLimits.aliasCharacters) {
    return documentTooLargeError('characters in aliases', documentLimits.aliasCharacters);
  }
  if (Math.max(counts.fragments, counts.spreads) > documentLimits.fragments) {
    return documentTooLargeError('fragments', documentLimits.fragments);
  }
  if (counts.repeats > documentLimits.repeats) {
    return documentTooLargeError('repeats of one field', documentLimits.repeats);
  }
  const depthOf = createDepth(collectFragments(document));
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (depthOf(definition.selectionSet) > documentLimits.depth) {
      return documentTooLargeError('levels of nesting', documentLimits.depth);
    }
  }
  return null;
}

/** Returns the error of a document's text with too many lines, else null. */
export function checkDocumentLineCount(text: string): GraphQLError | null {
  const lineBreak = /\r\n|[\n\r]/g;
  let lines = 1;
  while (lineBreak.test(text)) {
    lines += 1;
    if (lines > documentLimits.lines) return documentTooLargeError('lines', documentLimits.lines);
  }
  return null;
}

/** The error of a document above a limit. */
export function documentTooLargeError(what: string, limit: number): GraphQLError {
  return new GraphQLError(`the document has too many ${what}: at most ${limit} are allowed`, {
    extensions: { code: 'LIMIT_EXCEEDED', http: { status: 400 } },
  });
}

const tooLongName = () =>
  documentTooLargeError('characters in a name or label', documentLimits.nameCharacters);

function hasLongName({ loc }: DocumentNode): boolean {
  for (let token = loc?.startToken ?? null; token; token = token.next) {
    const length = token.end - token.start;
    if (token.kind === TokenKind.NAME && length > documentLimits.nameCharacters) return true;
  }
  return false;
}

/** Counts a node and all nodes below it. `around` is the place of the nearest field above it. */
function count(node: ASTNode, counts: Counts, around: Place): void {
  let place = around;
  if ('directives' in node) {
    for (const directive of node.directives ?? []) countDirective(directive, counts);
  }
  if (node.kind === Kind.FIELD) {
    counts.fields += 1;
    if (node.alias) {
      counts.aliases += 1;
      counts.aliasCharacters += node.alias.value.length;
    }
    place = placeOf(node, around);
    counts.repeats = Math.max(counts.repeats, place.times);
  }
  if (node.kind === Kind.FRAGMENT_SPREAD) counts.spreads += 1;
  if ('selectionSet' in node && node.selectionSet) {
    for (const selection of node.selectionSet.selections) count(selection, counts, place);
  }
}

function countDirective({ arguments: given = [] }: DirectiveNode, counts: Counts): void {
  counts.directives += 1;
  for (const { value } of given) {
    if (value.kind !== Kind.STRING) continue;
    counts.labelCharacters = Math.max(counts.labelCharacters, value.value.length);
  }
}

/** Returns the place of a field by its response name, and counts this selection. */
function placeOf({ alias, name }: FieldNode, { below }: Place): Place {
  const key = (alias ?? name).value;
  const place = below.get(key) ?? newPlace();
  below.set(key, place);
  place.times += 1;
  return place;
}

/** The kind of a field: `edges` and `node` are those of a connection. */
type Parent = 'field' | 'edges' | 'node';

/** Returns the kind of a field. Only fields of the kind `field` count as a level. */
function kindOf(name: string, parent: Parent): Parent {
  if (name === 'edges' && parent === 'field') return 'edges';
  return name === 'node' && parent === 'edges' ? 'node' : 'field';
}

/** Returns a function that computes the depth of a selection set, with each fragment read once. */
function createDepth(fragments: FragmentDefinitions) {
  const measured = new Map<string, number>();
  function depthOf(set: SelectionSetNode, parent: Parent = 'field'): number {
    let deepest = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const below = selection.selectionSet;
        const name = selection.name.value;
        // Tools nest introspection deeper than the limit; graphql-js has its own limit for it.
        const isIntrospection = name.startsWith('__');
        const kind = kindOf(name, parent);
        const own = kind === 'field' ? 1 : 0;
        deepest = Math.max(deepest, own + (below && !isIntrospection ? depthOf(below, kind) : 0));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depthOf(selection.selectionSet, parent));
      } else {
        deepest = Math.max(deepest, depthOfFragment(selection.name.value, parent));
      }
    }
    return deepest;
  }
  function depthOfFragment(name: string, parent: Parent): number {
    const key = `${name} ${parent}`;
    const known = measured.get(key);
    if (known !== undefined) return known;
    // A cycle counts as flat here; validation rejects it.
    measured.set(key, 0);
    const fragment = fragments.get(name);
    const depth = fragment ? depthOf(fragment.selectionSet, parent) : 0;
    measured.set(key, depth);
    return depth;
  }
  return depthOf;
}
