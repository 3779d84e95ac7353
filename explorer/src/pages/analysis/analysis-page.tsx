import { useQuery } from '@dtf-graph/client/react';
import { Link, useParams } from 'react-router';
import '../../styles/performance.css';
import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { WalletAnalysisQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatCount, shortenHex } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { PerformanceFigures } from '../../performance/performance-figures.tsx';
import { PerformanceSections } from '../../performance/performance-sections.tsx';
import { VersusSections } from '../../performance/versus-sections.tsx';
import { Hint } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import {
  describeMoves,
  readUntradedMoves,
  type UntradedMoves,
  untradedDefinition,
} from '../portfolio/untraded-moves.ts';
import { InvalidAddress, UnknownWallet } from '../wallets/no-wallet-lazy.ts';
import { WalletExposure } from './wallet-exposure.tsx';
import { WalletLedger } from './wallet-ledger.tsx';
import { WalletStress } from './wallet-stress.tsx';

const analysisQuery = graphql(`
  query WalletAnalysis($address: Address!) {
    portfolio(address: $address) {
      id
      ...UntradedMoves
      performance {
        timeWeightedReturnPct
        moneyWeightedReturnPct
        leftOutIntervals
        ...PerformanceFigures
        ...BesideCoins
        ...PerformanceSections
      }
    }
  }
`);

const analysisVersusQuery = graphql(`
  query WalletVersus($address: Address!, $benchmark: BenchmarkInput!) {
    portfolio(address: $address) {
      id
      performance {
        versus(benchmark: $benchmark) {
          ...ComparedSeries
        }
      }
    }
  }
`);

/** What a wallet earned, how risky it is, what it would lose, and its purchases and sales. */
export function AnalysisPage() {
  const { address = '' } = useParams();
  if (!addressPattern.test(address)) return <InvalidAddress text={address} />;
  return <WalletAnalysis address={address} />;
}

function WalletAnalysis({ address }: { readonly address: string }) {
  const variables = { address };
  const { data, error } = useQuery(analysisQuery, variables);
  const isUnknown = error === undefined && data?.portfolio.performance === null;
  return (
    <Page
      head={pageHeads.analysis}
      heading={
        <>
          {pageHeads.analysis.title}{' '}
          <span className="heading-ticker mono">{shortenHex(address)}</span>
        </>
      }
      actions={
        <>
          <Link className="small" to={`/portfolio/${address}`}>
            The portfolio
          </Link>
          <PrintButton />
        </>
      }
      query={analysisQuery}
      variables={variables}
    >
      {isUnknown ? (
        <UnknownWallet>This wallet has no history: it never held fund shares.</UnknownWallet>
      ) : (
        <div className="stack">
          <QuerySection query={analysisQuery} variables={variables} height={1500}>
            {({ portfolio }) =>
              portfolio.performance === null ? (
                <PageSection>
                  <EmptyNote>This wallet has no history.</EmptyNote>
                </PageSection>
              ) : (
                <Returns
                  performance={portfolio.performance}
                  moves={readUntradedMoves(portfolio)}
                  address={address}
                />
              )
            }
          </QuerySection>
          <div className="sheet">
            <PageSection
              title="Exposure"
              note="What the wallet holds of each asset through its funds and pledged shares."
              className="half"
            >
              <WalletExposure address={address} />
            </PageSection>
            <PageSection
              title="Stress"
              note="What the fund shares in the wallet would be worth if prices changed, without debt and batch deposits; assets that are not named keep their prices."
              className="half"
            >
              <WalletStress address={address} />
            </PageSection>
          </div>
          <PageSection
            title="Ledger"
            note="Purchases and sales as lots; fees are part of the cost."
          >
            <WalletLedger address={address} />
          </PageSection>
        </div>
      )}
    </Page>
  );
}

/** The figures of a wallet, and what distorts them. */
function Returns(props: {
  readonly performance: NonNullable<WalletAnalysisQuery['portfolio']['performance']>;
  readonly moves: UntradedMoves | null;
  readonly address: string;
}) {
  const { performance, moves, address } = props;
  const { leftOutIntervals } = performance;
  return (
    <div className="sheet">
      <PageSection
        title="Figures"
        note={
          <>
            {moves === null ? (
              'Without the effect of purchases and sales: the figures are those of an index that chains the returns between them.'
            ) : (
              <>
                <strong>Not the result of trading alone: shares moved without a trade.</strong>{' '}
                {describeMoves(moves)} All figures count that as a loss or a gain.{' '}
                <Hint label="moves without a trade" text={untradedDefinition} />
              </>
            )}
            {leftOutIntervals !== null &&
              leftOutIntervals !== 0 &&
              ` ${formatCount(leftOutIntervals, 'interval')} without capital left out.`}
          </>
        }
        className="whole"
      >
        <PerformanceFigures
          performance={performance}
          first={[
            {
              label: 'Time-weighted',
              definition: definitions.timeWeightedReturnPct,
              value: <PercentChange percent={performance.timeWeightedReturnPct} />,
            },
            {
              label: 'Money-weighted a year',
              definition: definitions.moneyWeightedReturnPct,
              value: <PercentChange percent={performance.moneyWeightedReturnPct} />,
            },
          ]}
        />
      </PageSection>
      <VersusSections
        performance={performance}
        name="Wallet"
        own=""
        file="wallet"
        load={(benchmark, show) => (
          <QuerySection
            query={analysisVersusQuery}
            variables={{ address, benchmark }}
            height={500}
            loading={show(null)}
          >
            {({ portfolio }) => show(portfolio.performance?.versus ?? null)}
          </QuerySection>
        )}
      />
      <PerformanceSections performance={performance} file="wallet" layout="wallet" />
    </div>
  );
}
