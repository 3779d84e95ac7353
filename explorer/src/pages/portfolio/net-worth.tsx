import { graphql } from '../../generated/gql.ts';
import type { NetWorthQuery } from '../../generated/graphql.ts';
import { formatUsd, weiToNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/fields.tsx';
import { PercentChange, Stat, Stats, UsdGain } from '../../ui/figures.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const netWorthQuery = graphql(`
  query NetWorth($wallet: ID!, $address: Address!) {
    portfolio(address: $address) {
      id
      totalValueUsd
      totalPnlUsd
      totalPnlPct
      lending {
        positions {
          collateral
          debt
          oraclePrice {
            usd
          }
        }
      }
    }
    batches(first: 100, filter: { player: $wallet }) {
      edges {
        node {
          id
          player(address: $address) {
            balance
          }
        }
      }
    }
  }
`);

type Worth = {
  readonly fundsUsd: number | null;
  readonly pledgedUsd: number | null;
  readonly debtUsd: number | null;
  readonly depositsUsd: number | null;
  /** Null if one of the parts is unknown. */
  readonly netUsd: number | null;
};

/** Adds up what a wallet has; a part that could not be read is null, and so is the sum. */
function toWorth({ portfolio, batches }: NetWorthQuery): Worth {
  const loans = portfolio.lending.positions;
  const sumOf = <Item,>(items: readonly Item[] | undefined | null, read: (item: Item) => number) =>
    items == null ? null : items.reduce((sum, item) => sum + read(item), 0);
  const parts = {
    fundsUsd: portfolio.totalValueUsd,
    pledgedUsd: sumOf(
      loans,
      ({ collateral, oraclePrice }) => weiToNumber(collateral) * oraclePrice.usd,
    ),
    debtUsd: sumOf(loans, ({ debt }) => weiToNumber(debt)),
    depositsUsd: sumOf(batches?.edges, ({ node }) => weiToNumber(node.player?.balance ?? '0')),
  };
  const { fundsUsd, pledgedUsd, debtUsd, depositsUsd } = parts;
  const isKnown =
    fundsUsd !== null && pledgedUsd !== null && debtUsd !== null && depositsUsd !== null;
  return { ...parts, netUsd: isKnown ? fundsUsd + pledgedUsd - debtUsd + depositsUsd : null };
}

const definition =
  'Fund shares + pledged shares − debt + batch deposits, USD. Pledged shares count at the price of their lending market, USDC as one dollar. USDC in the wallet itself is not counted.';

/** Shows what a wallet is worth, and the parts of that. */
export function NetWorth({ address }: { readonly address: string }) {
  const variables = { wallet: address, address };
  return (
    <section className="part numbers" aria-label="Key figures">
      <QuerySection query={netWorthQuery} variables={variables} height={128} every={20_000}>
        {(data) => {
          const worth = toWorth(data);
          const { totalPnlUsd, totalPnlPct } = data.portfolio;
          return (
            <>
              <Stats>
                <Stat
                  label={
                    <>
                      Net worth <Hint label="Net worth" text={definition} />
                    </>
                  }
                >
                  {formatUsd(worth.netUsd)}
                </Stat>
                <Stat label="Fund shares">{formatUsd(worth.fundsUsd)}</Stat>
                <Stat label="Pledged shares">{formatUsd(worth.pledgedUsd)}</Stat>
                <Stat label="Debt">
                  {formatUsd(worth.debtUsd === null ? null : -worth.debtUsd)}
                </Stat>
                <Stat label="Batch deposits">{formatUsd(worth.depositsUsd)}</Stat>
                <Stat label="Gain on fund shares" note={<PercentChange percent={totalPnlPct} />}>
                  <UsdGain usd={totalPnlUsd} />
                </Stat>
              </Stats>
              <ProofLine
                source="Data node and oracles"
                query={netWorthQuery}
                variables={variables}
              />
            </>
          );
        }}
      </QuerySection>
    </section>
  );
}
