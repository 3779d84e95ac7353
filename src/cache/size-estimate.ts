import { type CachePolicy, type CachePolicyName, cachePolicies } from './cache-policies.ts';

const rowsIn = (holder: unknown, name: string | undefined): readonly unknown[] | string => {
  const held = name === undefined ? holder : (holder as Record<string, unknown> | null)?.[name];
  const isText = name !== undefined && typeof held === 'string';
  return Array.isArray(held) || isText ? held : [];
};

/** Estimates the memory of a value; at least `bytes`, the size of the upstream response. */
export function estimateSize(policy: CachePolicyName, value: unknown, bytes: number): number {
  const { rows }: CachePolicy = cachePolicies[policy];
  if (rows === undefined) return bytes;
  const { row, inner, name } = rows;
  const list = rowsIn(value, name);
  const innerRows =
    inner && typeof list !== 'string'
      ? list.reduce<number>((n, one) => n + rowsIn(one, inner.name).length, 0)
      : 0;
  return Math.max(bytes, list.length * row + innerRows * (inner?.row ?? 0));
}
