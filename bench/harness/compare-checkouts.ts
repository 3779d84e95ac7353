import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPart } from './bench-part.ts';
import { type Contestant, isOurs } from './contestant.ts';

/** Number of rounds, so many that some of them run while the machine is otherwise idle. */
const rounds = 12;

/** Returns why a folder cannot be compared; null if it can. */
export function explainNotComparable(folder: string): string | null {
  if (!existsSync(join(folder, 'bench/peers/main.ts'))) {
    return `there is no checkout of this project in ${folder}`;
  }
  return existsSync(join(folder, 'node_modules'))
    ? null
    : `the checkout in ${folder} has no packages: run npm ci in it`;
}

/**
 * Returns a part that compares this checkout with another one. It runs two processes of each, in
 * turns, and the peers of a quick run. The two processes of one checkout differ by how V8 compiled
 * them; a difference between checkouts counts if it is larger. A part of kind `own` is returned
 * unchanged.
 *
 * @param folder - The other checkout, with its packages. It runs with the flags of this one.
 */
export function compareCheckouts(part: BenchPart, folder: string): BenchPart {
  if (part.kind === 'own') return part;
  const decisive = part.contestants.filter(({ id }) => part.quick.includes(id));
  const ours = decisive.filter(isOurs);
  const added = ours.flatMap((one) => {
    const other: Contestant = {
      ...one,
      start: (world) => one.start({ ...world, checkout: folder }),
    };
    return [renamed(other, 'other'), renamed(other, 'other again'), renamed(one, 'ours again')];
  });
  const ids = added.map(({ id }) => id);
  return {
    ...part,
    contestants: [...ours, ...added, ...decisive.filter((one) => !isOurs(one))],
    quick: [...part.quick, ...ids],
    cases: part.cases.map((one) => ({
      ...one,
      rounds,
      ...(one.only ? { only: [...one.only, ...ids] } : {}),
    })),
  };
}

const renamed = (one: Contestant, name: string): Contestant => ({
  ...one,
  name,
  id: `${name} ${one.flags}`,
});
