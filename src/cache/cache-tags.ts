import {
  type CachePolicyName,
  type CacheTagKind,
  cachePolicies,
  idsInKeys,
} from './cache-policies.ts';

/**
 * What a cached value is about, in the header `Cache-Tag`: a kind of resource, or a kind with an id,
 * as in `kind-id`. A list of a kind has the tag of the kind.
 */
export type CacheTag = string;

/**
 * What a purge leaves behind, so that values fetched before it are not stored after it: a tag, or
 * `kind-*` for all values of a kind.
 */
export type PurgeMark = string;

/** All kinds, for messages and documentation. */
export const cacheTagKinds = Object.keys(idsInKeys) as readonly CacheTagKind[];

/** Limits of `Cache-Tag`: those of the CDN with the lowest ones. */
const maxTags = 64;
const maxHeaderBytes = 4096;

/** Returns the tag of the value with this key; that of the policy's last kind if no id is in it. */
export function tagOf(policy: CachePolicyName, key = ''): CacheTag {
  const kinds: readonly CacheTagKind[] = cachePolicies[policy].tags;
  for (const kind of kinds) {
    const id = idsInKeys[kind]?.exec(key)?.[1];
    if (id !== undefined) return `${kind}-${formatId(id)}`;
  }
  return kinds.at(-1) ?? 'service';
}

/** Ids that are hexadecimal are written in lower case; others without separators of the header. */
const formatId = (id: string): string =>
  id.startsWith('0x') ? id.toLowerCase() : encodeURIComponent(id.toWellFormed());

/** Returns the tag as the cache writes it; null for one of an unknown kind. */
export function parseTag(text: string): CacheTag | null {
  const kind = kindOf(text);
  if (!cacheTagKinds.includes(kind)) return null;
  const id = text.slice(kind.length + 1);
  return id === '' ? kind : `${kind}-${id.startsWith('0x') ? id.toLowerCase() : id}`;
}

const kindOf = (tag: CacheTag | PurgeMark): CacheTagKind => tag.split('-', 1)[0] as CacheTagKind;

const wholeKind = (kind: CacheTagKind): PurgeMark => `${kind}-*`;

/**
 * Returns the marks that a purge of the tag leaves. With one resource, the lists that may contain it
 * are purged; with a kind, everything of the kind.
 */
export function marksOfPurge(tag: CacheTag): readonly PurgeMark[] {
  const kind = kindOf(tag);
  return tag === kind ? [wholeKind(kind)] : [tag, kind];
}

/** Returns the marks that purge a value with this tag. */
export const marksOn = (tag: CacheTag): readonly [PurgeMark, PurgeMark] => [
  tag,
  wholeKind(kindOf(tag)),
];

/** Whether the mark purges a value with this tag. */
export const isMarked = (tag: CacheTag, mark: PurgeMark): boolean => marksOn(tag).includes(mark);

/** Returns the mark that purges at least as much as this one. */
export const widerMark = (mark: PurgeMark): PurgeMark => wholeKind(kindOf(mark));

const policyNames = Object.keys(cachePolicies) as readonly CachePolicyName[];

/** Returns the policies whose values a mark may purge. */
export function policiesOfMark(mark: PurgeMark): readonly CachePolicyName[] {
  const kind = kindOf(mark);
  return policyNames.filter((name) => {
    const kinds: readonly CacheTagKind[] = cachePolicies[name].tags;
    return kinds.includes(kind);
  });
}

/**
 * Returns the header `Cache-Tag` of a response with values of these tags. Where they are too many,
 * the kind with the most is named instead of its ids, and so on until the rest fits.
 */
export function cacheTagHeader(tags: ReadonlySet<CacheTag>): Readonly<Record<string, string>> {
  if (tags.size === 0) return {};
  const text = [...tags].join(',');
  const fits = tags.size <= maxTags && text.length <= maxHeaderBytes;
  return fits ? { 'Cache-Tag': text } : cacheTagHeader(nameLargestKind(tags));
}

function nameLargestKind(tags: ReadonlySet<CacheTag>): ReadonlySet<CacheTag> {
  const byKind = Map.groupBy(tags, kindOf);
  const [[largest, its] = []] = [...byKind].sort(([, one], [, other]) => other.length - one.length);
  const others = tags.difference(new Set(its));
  return largest === undefined ? others : others.union(new Set([largest]));
}
