/** What tells whether the pools of a tick are proved, and if not, why. */
type PoolProof = {
  readonly unknownStakes: number;
  readonly unexplainedMatched: string | null;
  readonly isComplete: boolean;
};

/** Says why pools are not proved; nothing where all of them are. */
export function PoolProofNote(props: {
  /** What the pools belong to: `this tick`. */
  readonly of: string;
  readonly pools: readonly PoolProof[];
}) {
  const unproved = props.pools.filter(({ isComplete }) => !isComplete);
  if (unproved.length === 0) return null;
  const withKnownStakes = unproved.filter(({ unknownStakes }) => unknownStakes === 0);
  const reasons = [
    unproved.some(({ unknownStakes }) => unknownStakes > 0) &&
      'players have left, and their stakes are not known',
    withKnownStakes.some(({ unexplainedMatched }) => unexplainedMatched !== null) &&
      'balances of players have changed since, so the stakes then are not those now',
    withKnownStakes.some(({ unexplainedMatched }) => unexplainedMatched === null) &&
      'the oracle does not state how much was matched',
  ];
  return (
    <p className="stale small" role="status">
      The pools of {props.of} are not proved:{' '}
      {reasons.filter((reason) => reason !== false).join('; for others, ')}.
    </p>
  );
}
