import { formatCount } from '../../lib/format.ts';
import { countPredictions, type Predictions } from './predictions.ts';

/** Says how many markets have no prediction yet; nothing once all have one. */
export function MissingPredictions(props: {
  readonly predictions: Predictions;
  readonly marketCount: number;
}) {
  const { missing } = countPredictions(props.predictions, props.marketCount);
  if (missing === 0) return null;
  return (
    <p className="small muted below-controls">
      {formatCount(missing, 'market')} {missing === 1 ? 'has' : 'have'} no prediction yet: choose up
      or down for each, or for all with one click above the table.
    </p>
  );
}
