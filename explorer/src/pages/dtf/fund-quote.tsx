import { graphql } from '../../generated/gql.ts';
import { formatMillis, formatNumber, formatQuote } from '../../lib/format.ts';
import { FlashOnChange, Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const quoteQuery = graphql(`
  query FundQuote($id: ID!) {
    dtf(id: $id) {
      id
      quote {
        bidUsd
        askUsd
        midUsd
        spreadBps
        ageMs
        assetsPriced
        assetsTotal
      }
    }
  }
`);

const definitions = {
  bid: 'Highest price at which a share can be sold now, USD, from the order books of its assets. Assets without a price are left out.',
  ask: 'Lowest price at which a share can be bought now, USD, from the order books of its assets. Assets without a price are left out.',
  spread:
    '10,000 · (ask − bid) / mid, basis points: 1 is 0.01 %. The mid is the mean of bid and ask, USD.',
  age: 'Age of the oldest price in the quote.',
} as const;

/** Shows what a share of the fund can be sold and bought for now. */
export function FundQuote({ itpId }: { readonly itpId: string }) {
  const variables = { id: itpId };
  return (
    <QuerySection query={quoteQuery} variables={variables} height={100} every={5000}>
      {({ dtf }) => {
        const quote = dtf?.quote;
        if (quote == null) return <EmptyNote>The data node has no quotes for this fund.</EmptyNote>;
        return (
          <>
            <Stats>
              <Stat label="Bid" definition={definitions.bid} note="sell at">
                <FlashOnChange value={quote.bidUsd}>{formatQuote(quote.bidUsd)}</FlashOnChange>
              </Stat>
              <Stat label="Ask" definition={definitions.ask} note="buy at">
                <FlashOnChange value={quote.askUsd}>{formatQuote(quote.askUsd)}</FlashOnChange>
              </Stat>
              <Stat
                label="Spread"
                definition={definitions.spread}
                note={`mid ${formatQuote(quote.midUsd)}`}
              >
                {formatNumber(quote.spreadBps, 1)} bps
              </Stat>
              <Stat
                label="Age"
                definition={definitions.age}
                note={`${formatNumber(quote.assetsPriced)} of ${formatNumber(quote.assetsTotal)} assets priced`}
              >
                {quote.ageMs < 1000 ? 'just now' : formatMillis(quote.ageMs)}
              </Stat>
            </Stats>
            <ProofLine source="Data node" query={quoteQuery} variables={variables} />
          </>
        );
      }}
    </QuerySection>
  );
}
