import { Link } from 'react-router';
import { FigureStrip } from '../../performance/figure-list.tsx';
import {
  bestVariant,
  type NamedVariant,
  nameBest,
  type SweepFigure,
  sweepFigures,
} from './sweep-figures.ts';

const shown: readonly SweepFigure[] = ['SHARPE', 'RETURN', 'DRAWDOWN', 'FEES'];

/** Which of the finished variants is the best by which figure, with links to their runs. */
export function BestVariants({ variants }: { readonly variants: readonly NamedVariant[] }) {
  return (
    <FigureStrip
      label="Best variants"
      figures={shown.map((figure) => {
        const best = bestVariant(variants, figure);
        return {
          label: nameBest(figure, best?.value ?? null),
          value: best === null ? '–' : sweepFigures[figure].format(best.value),
          note: best === null ? undefined : <Link to={best.variant.to}>{best.variant.name}</Link>,
        };
      })}
    />
  );
}
