import { lazy, Suspense, useState } from 'react';
import type { ReplayQueryVariables, ReplayRuleKind } from '../../generated/graphql.ts';
import { parseWei } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { FailureNote } from '../../ui/page-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { encodePredictions, listPredictions, type Predictions } from './predictions.ts';
import { checkTickRange, parseTick } from './tick-range.ts';

/** Loaded when something is replayed, with the chart. */
const ReplayResult = lazy(() =>
  import('./replay-result.tsx').then(({ ReplayResult }) => ({ default: ReplayResult })),
);

/** The strategies with their names and what each does in a tick. */
const strategies = [
  [
    'PREDICTIONS',
    'Your predictions',
    'The same predictions in each tick: those in the table above. Chosen today and replayed on past ticks, they have the benefit of hindsight: a gain here is no forecast.',
  ],
  [
    'MOMENTUM',
    'Momentum',
    'Up for a market that rose in the ticks before, down for one that fell.',
  ],
  [
    'REVERSAL',
    'Reversal',
    'Down for a market that rose in the ticks before, up for one that fell.',
  ],
  ['ALWAYS_UP', 'Always up', 'Up for all markets.'],
  ['ALWAYS_DOWN', 'Always down', 'Down for all markets.'],
] as const satisfies readonly (readonly ['PREDICTIONS' | ReplayRuleKind, string, string])[];

type Strategy = (typeof strategies)[number][0];

/** The longest look-back of a rule, ticks. */
const maxLookback = 50;

/**
 * Replays the user's predictions, or a rule, on ticks that happened. What is shown is of the moment
 * of the click: later changes of the predictions are not in it.
 */
export function BitmapReplay(props: {
  readonly batchId: string;
  readonly marketCount: number;
  readonly predictions: Predictions;
}) {
  const { batchId, marketCount, predictions } = props;
  const [chosen, setStrategy] = useState<Strategy | null>(null);
  const [lookback, setLookback] = useState('1');
  const [stake, setStake] = useState('0.1');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [state, setState] = useState<'idle' | 'failed' | ReplayQueryVariables>('idle');
  const [run, setRun] = useState(0);
  const listed = listPredictions(predictions, marketCount);
  const strategy = chosen ?? 'MOMENTUM';
  const looksBack = strategy === 'MOMENTUM' || strategy === 'REVERSAL';
  const ticks = Number(lookback);
  const isLookbackValid = Number.isInteger(ticks) && ticks >= 1 && ticks <= maxLookback;
  const stakePerTick = parseWei(stake) ?? 0n;

  const rangeErrors = checkTickRange(from, to);
  const isRangeValid = rangeErrors.from === undefined && rangeErrors.to === undefined;
  const canReplay =
    marketCount > 0 &&
    (strategy !== 'PREDICTIONS' || listed !== null) &&
    stakePerTick > 0n &&
    isRangeValid &&
    (!looksBack || isLookbackValid);

  const replay = async () => {
    const range = { from: parseTick(from), to: parseTick(to) };
    const shared = { batchId, stakePerTick: stakePerTick.toString(), ...range };
    if (strategy !== 'PREDICTIONS') {
      setState({ ...shared, rule: { kind: strategy, lookback: looksBack ? ticks : 1 } });
    } else if (listed !== null) {
      // The code may fail to load.
      const encoded = await encodePredictions(listed).catch(() => null);
      setState(encoded === null ? 'failed' : { ...shared, bitmap: encoded.bitmap });
    }
    setRun((count) => count + 1);
  };
  return (
    <>
      <div className="play-fields beside">
        <SelectField
          label="Strategy"
          value={strategy}
          onChange={({ target }) => setStrategy(target.value as Strategy)}
        >
          {strategies.map(([value, label]) => (
            <option key={value} value={value} disabled={value === 'PREDICTIONS' && listed === null}>
              {label}
              {value === 'PREDICTIONS' && listed === null && ', once all are chosen'}
            </option>
          ))}
        </SelectField>
        {looksBack && (
          <TextField
            label="Look-back in ticks"
            hint="How many ticks before the predicted one the change of a market is measured over."
            inputMode="numeric"
            value={lookback}
            onChange={({ target }) => setLookback(target.value.trim())}
            error={isLookbackValid ? undefined : `A whole number from 1 to ${maxLookback}`}
          />
        )}
        <TextField
          label="USDC on each market"
          inputMode="decimal"
          value={stake}
          onChange={({ target }) => setStake(target.value.trim())}
          error={stakePerTick > 0n ? undefined : 'A decimal number above 0, such as 0.1'}
        />
        <TextField
          label="First tick"
          inputMode="numeric"
          placeholder="Any"
          value={from}
          onChange={({ target }) => setFrom(target.value.trim())}
          error={rangeErrors.from}
        />
        <TextField
          label="Last tick"
          inputMode="numeric"
          placeholder="The newest"
          value={to}
          onChange={({ target }) => setTo(target.value.trim())}
          error={rangeErrors.to}
        />
      </div>
      <p className="small muted below-controls">
        {chosen === null && <strong>By default. </strong>}
        {strategies.find(([value]) => value === strategy)?.[2]}
      </p>
      <Button className="below-controls" size="small" disabled={!canReplay} onClick={replay}>
        Replay
      </Button>
      {state === 'failed' && (
        <FailureNote message="The predictions could not be encoded." onRetry={replay} />
      )}
      {typeof state === 'object' && (
        <Suspense fallback={<Skeleton height={300} />}>
          <ReplayResult key={run} variables={state} />
        </Suspense>
      )}
    </>
  );
}
