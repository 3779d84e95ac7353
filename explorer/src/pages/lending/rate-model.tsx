import { useSearchParams } from 'react-router';
import { lendingRatesDefinitions as definitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LendingRateModel } from '../../generated/graphql.ts';
import { formatFraction, formatGivenPercent, formatPercent, formatUsdc } from '../../lib/format.ts';
import { joinUnits } from '../../lib/join-units.ts';
import { Hint, SelectField } from '../../ui/fields.tsx';
import { Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { marketDefinitions } from './market-definitions.ts';

const marketRates = graphql(`
  fragment MarketRates on LendingMarket {
    id
    utilisation
    rates {
      model
      borrowRatePct
      borrowApyPct
      supplyApyPct
      feePct
    }
    dtf {
      id
      name
      symbol
    }
  }
`);

const explanations: Readonly<Record<LendingRateModel, string>> = {
  FIXED:
    'The market’s terms fix the rate: borrowers pay the same at any utilisation, and there is no kink above which it would rise. Only what lenders earn depends on the utilisation.',
  RATE_MODEL:
    'A rate model, a separate contract, sets the rate from the utilisation: the more of the supply is lent out, the more borrowers pay, usually rising steeply above a kink. The rate shown is its current one.',
  NONE: 'The market has no rate model: loans cost nothing, and deposits earn nothing.',
};

/** What borrowers pay and lenders earn in one market now, and how the one follows from the other. */
export function RateModel(props: {
  readonly markets: readonly FragmentType<typeof marketRates>[];
}) {
  const [params, setParams] = useSearchParams();
  const markets = readFragment(marketRates, props.markets).filter(({ rates }) => rates !== null);
  const chosen = params.get('market')?.toUpperCase();
  const market = markets.find(({ dtf }) => dtf?.symbol?.toUpperCase() === chosen) ?? markets[0];
  if (market?.rates == null) return <EmptyNote>No market states a rate.</EmptyNote>;
  const { rates, utilisation } = market;
  return (
    <>
      <div className="narrow">
        <SelectField
          label="Market"
          value={market.dtf?.symbol ?? ''}
          onChange={({ target }) =>
            setParams(
              (current) => {
                current.set('market', target.value);
                return current;
              },
              { replace: true, preventScrollReset: true },
            )
          }
        >
          {markets.map(({ id, dtf }) => (
            <option key={id} value={dtf?.symbol ?? ''}>
              {dtf === null ? 'Unknown fund' : `${dtf.symbol} · ${dtf.name}`}
            </option>
          ))}
        </SelectField>
      </div>
      <section className="below-controls" aria-label="Rates of the market">
        <Stats>
          <Stat
            label="Borrow rate"
            definition={definitions.borrowRatePct}
            note="a year, before compounding"
          >
            {formatPercent(rates.borrowRatePct)}
          </Stat>
          <Stat
            label="× utilisation"
            definition={marketDefinitions.utilisation}
            note="share of the supply that is lent out"
          >
            {formatFraction(utilisation)}
          </Stat>
          <Stat
            label="× what the market passes on"
            definition="100 % − fee, percent: the share of the interest that the market does not keep."
            note={joinUnits(`fee ${formatGivenPercent(rates.feePct)} of the interest`)}
          >
            {formatPercent(100 - rates.feePct)}
          </Stat>
          <Stat
            label="= lenders’ rate"
            definition="Borrow rate · utilisation · what the market passes on, percent a year without compounding."
            note="a year, before compounding"
          >
            {formatPercent(rates.borrowRatePct * utilisation * (1 - rates.feePct / 100))}
          </Stat>
        </Stats>
        <p className="measure below-controls">
          Compounded over a year, that is a{' '}
          <Term label="borrow APY" text={definitions.borrowApyPct} /> of{' '}
          <strong>{joinUnits(formatPercent(rates.borrowApyPct))}</strong> and a{' '}
          <Term label="supply APY" text={definitions.supplyApyPct} /> of{' '}
          <strong>{joinUnits(formatPercent(rates.supplyApyPct))}</strong>: an APY is e to the power
          of the rate, less 1.
        </p>
        <p className="muted small measure">
          {explanations[rates.model]} A loan of {joinUnits('1,000 USDC')} costs{' '}
          {joinUnits(formatUsdc(10 * rates.borrowRatePct))} a year at this rate if nobody uses the
          market in the meantime, and up to {joinUnits(formatUsdc(10 * rates.borrowApyPct))} if it
          is used often: each use adds the interest to the debt, which then bears interest itself.
        </p>
      </section>
    </>
  );
}

const Term = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    {label} <Hint label={label} text={text} />
  </>
);
