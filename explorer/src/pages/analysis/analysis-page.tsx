import { useQuery } from '@dtf-graph/client/react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import '../../styles/performance.css';
import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { WalletAnalysisQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { formatCount, shortenHex } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { FigureStrip } from '../../performance/figure-list.tsx';
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
  gainOnPurchasesDefinition,
  readUntradedMoves,
  returnScope,
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
        <UnknownWallet>This wallet has no history: it has never held fund shares.</UnknownWallet>
      ) : (
        <div className="stack">
          <QuerySection query={analysisQuery} variables={variables} height={1500}>
            {({ portfolio }) => {
              const { performance } = portfolio;
              const moves = readUntradedMoves(portfolio);
              if (performance === null)
                return (
                  <PageSection>
                    <EmptyNote>This wallet has no history.</EmptyNote>
                  </PageSection>
                );
              return moves === null ? (
                <Returns performance={performance} note={soundNote} address={address} />
              ) : (
                <Distorted performance={performance} moves={moves} address={address} />
              );
            }}
          </QuerySection>
          {/* The returns take more or less room: what is below them would move. */}
          {(data !== undefined || error !== undefined) && <Holdings address={address} />}
        </div>
      )}
    </Page>
  );
}

/** What does not depend on returns: exposure, stress and ledger. */
function Holdings({ address }: { readonly address: string }) {
  return (
    <>
      <div className="sheet">
        <PageSection
          title="Exposure"
          note="How much of each asset the wallet holds through its fund shares, including pledged ones."
          className="half"
        >
          <WalletExposure address={address} />
        </PageSection>
        <PageSection
          title="Stress"
          note="What the fund shares, including pledged ones, would be worth if prices changed, and how the loans would stand. Assets not named keep their prices. The values exclude debt and batch deposits."
          className="half"
        >
          <WalletStress address={address} />
        </PageSection>
      </div>
      <PageSection
        title="Ledger"
        note="Purchases and sales as lots; fees are part of the cost. Shares moved in other ways do not change it."
      >
        <WalletLedger address={address} />
      </PageSection>
    </>
  );
}

const soundNote = `${returnScope} They are those of an index that chains the returns between purchases and sales, so purchases and sales themselves have no effect.`;

type ReturnsProps = {
  readonly performance: NonNullable<WalletAnalysisQuery['portfolio']['performance']>;
  readonly address: string;
};

/** Says why no return of a wallet is stated; the distorted figures are there on demand. */
function Distorted(props: ReturnsProps & { readonly moves: UntradedMoves }) {
  const { performance, moves } = props;
  const gainPct = moves.gainOnPurchasesPct;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PageSection title="Figures">
        <div className="sound">
          {(gainPct !== null || moves.isMoneyWeightedSound) && (
            <div>
              <FigureStrip
                label="Sound figures"
                figures={[
                  ...(gainPct === null
                    ? []
                    : [
                        {
                          label: 'Gain on purchases',
                          definition: gainOnPurchasesDefinition,
                          value: <PercentChange percent={gainPct} />,
                          note: 'of all time',
                        },
                      ]),
                  ...(moves.isMoneyWeightedSound
                    ? [
                        {
                          label: 'Money-weighted',
                          definition: definitions.moneyWeightedReturnPct,
                          value: <PercentChange percent={performance.moneyWeightedReturnPct} />,
                          note: 'return a year',
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          )}
          <p className="measure">
            <strong>
              No time-weighted return and no risk is stated: shares moved without a trade.
            </strong>{' '}
            {describeMoves(moves)} They made the value of the wallet jump, which figures from its
            daily returns would count as a loss or a gain.{' '}
            <Hint label="moves without a trade" text={untradedDefinition} />{' '}
            {moves.liquidated || moves.funds.length > 0
              ? 'Exposure and stress below do not depend on it; the ledger only records trades.'
              : 'Exposure, stress and ledger below do not depend on it.'}
          </p>
        </div>
      </PageSection>
      <details className="distorted" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Show the distorted figures and charts</summary>
        {isOpen && (
          <Returns
            {...props}
            note="Distorted: these figures count shares that moved without a trade as a loss or a gain."
          />
        )}
      </details>
    </>
  );
}

/** The figures of a wallet and its charts. */
function Returns(props: ReturnsProps & { readonly note: string }) {
  const { performance, note, address } = props;
  const { leftOutIntervals } = performance;
  const intervals =
    leftOutIntervals === null || leftOutIntervals === 0
      ? ''
      : ` Left out: ${formatCount(leftOutIntervals, 'interval')} without capital.`;
  return (
    <div className="sheet">
      <PageSection title="Figures" note={note + intervals} className="whole">
        <PerformanceFigures
          performance={performance}
          first={[
            {
              label: 'Time-weighted',
              definition: definitions.timeWeightedReturnPct,
              value: <PercentChange percent={performance.timeWeightedReturnPct} />,
            },
            {
              label: 'Money-weighted',
              definition: definitions.moneyWeightedReturnPct,
              value: <PercentChange percent={performance.moneyWeightedReturnPct} />,
              note: 'a year',
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
