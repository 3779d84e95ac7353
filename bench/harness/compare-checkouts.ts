import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPart } from './bench-part.ts';
import { type Contestant, isOurs } from './contestant.ts';

/** As many as it takes for calm moments to be among them. */
const rounds = 12;

/** Why a folder cannot take part as another checkout; null when it can. */
export function whyNotComparable(folder: string): string | null {
  if (!existsSync(join(folder, 'bench/peers/main.ts'))) {
    return `there is no checkout of this project in ${folder}`;
  }
  return existsSync(join(folder, 'node_modules'))
    ? null
    : `the checkout in ${folder} has no packages: run npm ci in it`;
}

/**
 * A part whose contestants are two processes of our gateway from this checkout and two from another,
 * in turns, and the peers that decide: two processes of one code differ by what they happened to be
 * compiled to, and a difference between two codes counts when it is larger than that. A part that
 * starts what it measures by itself stays as it is.
 *
 * @param folder - The other checkout, with its packages; it takes part with the flags of this one.
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
