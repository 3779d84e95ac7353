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

/**
 * Returns how much of a basket is in few assets, with the definitions. That of the largest assets is
 * left out where the basket has no others.
 */
export function listConcentration(
  concentration: FragmentType<typeof concentrationFigures>,
  assetCount: number,
): readonly DefinedFigure[] {
  const { top5Pct, top10Pct, herfindahl, effectiveAssets } = readFragment(
    concentrationFigures,
    concentration,
  );
  const largest = (
    count: number,
    definition: string,
    percent: number | null,
  ): readonly DefinedFigure[] =>
    assetCount > count
      ? [{ label: `Largest ${count} assets`, definition, value: formatPercent(percent) }]
      : [];
  return [
    ...largest(5, definitions.top5Pct, top5Pct),
    ...largest(10, definitions.top10Pct, top10Pct),
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
