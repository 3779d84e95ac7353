import { type Contestant, type HttpCase, oursId } from './contestant.ts';
import type { Part } from './part.ts';

/** As many as it takes for calm moments to be among them. */
const rounds = 12;

/**
 * A part whose contestants are two processes of our gateway from this checkout and two from another,
 * in turns, and the peers that decide: two processes of one code differ by what they happened to be
 * compiled to, and a difference between two codes counts when it is larger than that. A part that
 * starts what it measures by itself stays as it is.
 *
 * @param folder - The other checkout, with its packages; it takes part with the flags of this one.
 */
export function beside(part: Part, folder: string): Part {
  if (part.kind === 'own') return part;
  const ours = part.contestants.filter(({ id }) => id === oursId);
  const here = ours.map((one) => renamed(one, 'ours again'));
  const there = ['other', 'other again'].flatMap((name) =>
    ours.map((one) => ({
      ...renamed(one, name),
      start: (world) => one.start({ ...world, checkout: folder }),
    })),
  ) satisfies readonly Contestant[];
  const peers = part.contestants.filter(({ id }) => id !== oursId && part.quick.includes(id));
  const added = [...there, ...here].map(({ id }) => id);
  return {
    ...part,
    contestants: [...ours, ...there, ...here, ...peers],
    quick: [...part.quick, ...added],
    cases: part.cases.map(
      (one): HttpCase => ({
        ...one,
        rounds,
        ...(one.only ? { only: [...one.only, ...added] } : {}),
      }),
    ),
  };
}

const renamed = (one: Contestant, name: string): Contestant => ({
  ...one,
  name,
  id: `${name} ${one.flags}`,
});
