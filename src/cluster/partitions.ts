import { hash } from 'node:crypto';

/**
 * One of the parts into which the shared state is divided. All that belongs to one subject (a cache
 * policy, a stream, a claim) is in one partition, and so on one node of a Redis Cluster, where a
 * script may touch all of it.
 */
export type Partition = number;

/** Hash tag in the keys of each partition and its slot; the slots divide the 16,384 evenly. */
const places: readonly (readonly [tag: number, slot: number])[] = [
  [18, 511],
  [455, 1523],
  [333, 2563],
  [223, 3586],
  [553, 4613],
  [443, 5636],
  [95, 6651],
  [663, 7686],
  [265, 8704],
  [375, 9729],
  [908, 10746],
  [155, 11779],
  [985, 12798],
  [895, 13823],
  [405, 14854],
  [515, 15879],
];

/** All partitions. */
export const partitions: readonly Partition[] = places.map((_place, index) => index);

/** Returns the partition of a subject; the same in every replica and version. */
export function partitionOf(subject: string): Partition {
  return (hash('sha256', subject, 'buffer')[0] ?? 0) % places.length;
}

/** Returns the part of a key's name that alone decides about its slot in a Redis Cluster. */
export function hashTagOf(partition: Partition): string {
  return `{${places[partition]?.[0]}}`;
}

/** Returns the slot of all keys and channels of a partition. */
export function slotOf(partition: Partition): number {
  return places[partition]?.[1] ?? 0;
}
