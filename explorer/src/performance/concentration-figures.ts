import { concentrationDefinitions as definitions } from '../generated/definitions.ts';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { formatFixed, formatPercent } from '../lib/format.ts';
import type { DefinedFigure } from './figure-list.tsx';

const concentrationFigures = graphql(`
  fragment ConcentrationFigures on Concentration {
    top5Pct
    top10Pct
    herfindahl
    effectiveAssets
  }
`);

/** Returns how much of a basket is in few assets, with the definitions. */
export function listConcentration(
  concentration: FragmentType<typeof concentrationFigures>,
): readonly DefinedFigure[] {
  const { top5Pct, top10Pct, herfindahl, effectiveAssets } = readFragment(
    concentrationFigures,
    concentration,
  );
  return [
    {
      label: 'Largest 5 assets',
      definition: definitions.top5Pct,
      value: formatPercent(top5Pct, 2),
    },
    {
      label: 'Largest 10 assets',
      definition: definitions.top10Pct,
      value: formatPercent(top10Pct, 2),
    },
    {
      label: 'Herfindahl index',
      definition: definitions.herfindahl,
      value: formatFixed(herfindahl, 3),
    },
    {
      label: 'Effective assets',
      definition: definitions.effectiveAssets,
      value: formatFixed(effectiveAssets, 1),
    },
  ];
}
