import {
  performanceDefinitions as definitions,
  simulationStatsDefinitions,
  turnoverDefinitions,
} from '../generated/definitions.ts';

/** What figures say in a plain sentence, before their formulas. */
const sentences: Readonly<Partial<Record<keyof typeof definitions, string>>> = {
  totalReturnPct: 'How much the value grew from the first to the last day.',
  annualizedReturnPct: 'The constant yearly growth that leads to the same value.',
  positiveDaysPct: 'How many of the days ended higher than they began.',
  positiveMonthsPct:
    'How many of the whole months ended higher than they began. A month counts as whole from its last day on, before that day is over.',
  volatilityPct: 'How strongly the value moves up and down, annualised.',
  downsideDeviationPct: 'How strongly the value moves down; gains do not count.',
  maxDrawdownPct: 'The largest loss since an earlier peak.',
  ulcerIndexPct: 'How far and for how long the value was below its peaks.',
  valueAtRiskPct: 'On the worst 5 % of the days the loss was larger than this.',
  expectedShortfallPct: 'The mean loss of the worst 5 % of the days.',
  sharpe: 'The return for each unit of risk; the risk-free rate is 0.',
  sortino: 'The return for each unit of downward risk; the risk-free rate is 0.',
  calmar: 'The return per year for each percent of the largest drawdown.',
  omega: 'All gains divided by all losses.',
  probabilisticSharpe:
    'How likely it is that the true Sharpe ratio is above 0, given how many returns there are and how they are distributed.',
  skewness: 'Whether large gains (above 0) or large losses (below 0) are more common.',
  excessKurtosis: 'How much more often extreme days happen than in a normal distribution.',
};

/** The definition of the turnover of a run. */
export const turnoverDefinition = `How far the weights of consecutive rebalances are apart, added up over a year. Changes by prices between them count too, so more or less than this is traded. ${turnoverDefinitions.annualMeanPct}`;

/** The name of what the trades of a run cost, with its base: slippage costs also without a fee. */
export const tradingCostsLabel = 'Trading costs, % of value';

/** The definition of the trading costs of a run. */
export const tradingCostsDefinition = `What all trades together cost, trading fee and slippage; without a fee it is the slippage alone. ${simulationStatsDefinitions.totalFeesPct}`;

/** Symbols that the formulas use. */
const symbols =
  'v is the value of a day, r its daily return, e the return above the risk-free rate, which is 0, n the number of returns.';

/** The definition of a figure: a plain sentence, the definition of the schema, and its symbols. */
export function explain(name: keyof typeof definitions): string {
  const formula = definitions[name];
  const isFormula = /[·√Φ/]|\b[re]\b/.test(formula);
  return [sentences[name], formula, isFormula ? `Here ${symbols}` : undefined]
    .filter((text) => text !== undefined)
    .join(' ');
}
