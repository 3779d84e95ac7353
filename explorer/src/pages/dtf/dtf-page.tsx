import { useDtf } from '@dtf-graph/client/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import './matched-columns.css';
import { graphql } from '../../generated/gql.ts';
import type { FundPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { type NavSection, SectionNav } from '../../layout/section-nav.tsx';
import { formatNumber, shortenHex } from '../../lib/format.ts';
import { itpIdPattern } from '../../lib/identifiers.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { LoadedSection } from '../../ui/query-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { WatchButton } from '../../ui/watch-button.tsx';
import { WhenNear } from '../../ui/when-near.tsx';
import { pageHeads } from '../page-heads.ts';
import { FundAbout } from './fund-about.tsx';
import { FundCreation } from './fund-creation.tsx';
import { FundFigures } from './fund-figures.tsx';
import { FundLoans } from './fund-loans.tsx';
import { NavChart } from './nav-chart.tsx';
import { ChainComparison, navOnChainQuery, useNavOnChain } from './nav-on-chain.tsx';
import { NavOrigin } from './nav-origin.tsx';
import { RedirectToFund } from './redirect-to-fund.tsx';
import { UnknownFund } from './unknown-fund-lazy.ts';
import { WalletPosition } from './wallet-position.tsx';

const dtfQuery = graphql(`
  query FundPage($id: ID!) {
    dtf(id: $id) {
      id
      itpId
      name
      symbol
      change24hPct
      nav {
        source
        assetsPriced
        assetsTotal
      }
      ...FundNumbers
      ...FundLoans
    }
  }
`);

type Nav = NonNullable<FundPageQuery['dtf']>['nav'];

/** Sections below the first screen, in chunks that are loaded when the reader comes near. */
const FundBasket = lazy(() =>
  import('./fund-basket.tsx').then(({ FundBasket }) => ({ default: FundBasket })),
);
const FundPerformance = lazy(() =>
  import('./fund-performance.tsx').then(({ FundPerformance }) => ({ default: FundPerformance })),
);
const FundMarket = lazy(() =>
  import('./fund-market.tsx').then(({ FundMarket }) => ({ default: FundMarket })),
);
const FundContributions = lazy(() =>
  import('./fund-contributions.tsx').then(({ FundContributions }) => ({
    default: FundContributions,
  })),
);
const ProjectEnrichment = lazy(() =>
  import('./project-enrichment.tsx').then(({ ProjectEnrichment }) => ({
    default: ProjectEnrichment,
  })),
);
const loadHistory = () => import('./fund-history.ts');
const FundFlows = lazy(() => loadHistory().then(({ FundFlows }) => ({ default: FundFlows })));
const FundHolders = lazy(() => loadHistory().then(({ FundHolders }) => ({ default: FundHolders })));
const FundEvents = lazy(() => loadHistory().then(({ FundEvents }) => ({ default: FundEvents })));

const sections: readonly NavSection[] = [
  ['nav', 'NAV'],
  ['basket', 'Basket'],
  ['contributions', 'Contributions'],
  ['performance', 'Performance'],
  ['market', 'Market'],
  ['flows', 'Flows'],
  ['holders', 'Holders'],
  ['events', 'Events'],
  ['projects', 'Projects'],
];

/** The page of a fund: its NAV, its basket, and information about its projects. */
export function DtfPage() {
  const { id = '' } = useParams();
  if (!itpIdPattern.test(id)) return <RedirectToFund id={id} />;
  return <Fund itpId={id} />;
}

function Fund({ itpId }: { readonly itpId: string }) {
  const variables = { id: itpId };
  const every = 15_000;
  const loaded = useDtf(itpId, { document: dtfQuery, every });
  return (
    <LoadedSection
      loaded={loaded}
      query={dtfQuery}
      variables={variables}
      height="90vh"
      loading={<PageSkeleton head={pageHeads.dtf} />}
      every={every}
    >
      {(dtf) =>
        dtf === null ? (
          <UnknownFund />
        ) : (
          <Page
            head={pageHeads.dtf}
            title={dtf.name ?? 'Fund'}
            heading={
              <>
                {dtf.name ?? shortenHex(itpId)} <span className="heading-ticker">{dtf.symbol}</span>
              </>
            }
            actions={
              <>
                <WatchButton itpId={itpId} name={dtf.symbol ?? 'this fund'} />
                <Link className="small" to={`/dtf/${itpId}/factsheet`}>
                  Factsheet
                </Link>
                <Link className="small" to={`/compare?funds=${dtf.symbol ?? itpId}`}>
                  Compare with others
                </Link>
              </>
            }
            query={dtfQuery}
            variables={variables}
          >
            <div className="stack">
              <FundFigures fund={dtf}>
                <NavProof itpId={itpId} nav={dtf.nav} />
              </FundFigures>
              <SectionNav sections={sections} />
              <div className="columns">
                <PageSection id="nav" title="Net asset value per share" note={<SyntheticNote />}>
                  <NavChart itpId={itpId} dayChangePct={dtf.change24hPct} />
                </PageSection>
                <aside className="stack" aria-label="This fund’s NAV and a wallet’s shares">
                  <PageSection title="Where the NAV comes from">
                    <NavOrigin itpId={itpId} />
                  </PageSection>
                  <PageSection title="A wallet’s position">
                    <WalletPosition itpId={itpId} />
                  </PageSection>
                </aside>
              </div>
              <div className="columns matched">
                <PageSection id="basket" title="Basket" className="tight-table">
                  <LateSection itpId={itpId} height={452} content={FundBasket} />
                </PageSection>
                <PageSection
                  id="contributions"
                  title="Contributions in 24 hours"
                  note="What each asset added to the change of the NAV."
                >
                  <LateSection itpId={itpId} height={305} content={FundContributions} />
                </PageSection>
              </div>
              <PageSection id="performance" title="Performance and concentration">
                <LateSection
                  itpId={itpId}
                  height="var(--fund-performance-height)"
                  content={FundPerformance}
                />
              </PageSection>
              <div className="columns matched">
                <PageSection
                  id="market"
                  title="Quote and order book"
                  note="What a share costs now in the markets of its assets."
                >
                  <LateSection itpId={itpId} height={640} content={FundMarket} />
                </PageSection>
                <aside className="stack" aria-label="About this fund">
                  <PageSection title="Lending market">
                    <FundLoans fund={dtf} />
                  </PageSection>
                  <PageSection title="Creation">
                    <FundCreation itpId={itpId} />
                  </PageSection>
                  <PageSection title="In its creator’s words" note="From the contract, unchecked.">
                    <FundAbout itpId={itpId} />
                  </PageSection>
                </aside>
              </div>
              <div className="columns even matched">
                <PageSection
                  id="flows"
                  title="Flows"
                  note="Value of the shares minted and redeemed (UTC days), without fees."
                >
                  <LateSection itpId={itpId} height={420} content={FundFlows} />
                </PageSection>
                <PageSection
                  id="holders"
                  title="Holders"
                  note="From the transfers in the contract."
                >
                  <LateSection itpId={itpId} height={420} content={FundHolders} />
                </PageSection>
              </div>
              <PageSection
                id="events"
                title="Events"
                className="tight-table"
                note="What happened in the contract, newest first."
              >
                <LateSection itpId={itpId} height={520} content={FundEvents} />
              </PageSection>
              <div id="projects">
                <LateSection itpId={itpId} height={571} content={ProjectEnrichment} />
              </div>
            </div>
          </Page>
        )
      }
    </LoadedSection>
  );
}

/** Says what states the NAV, and what the contract has. */
function NavProof({ itpId, nav }: { readonly itpId: string; readonly nav: Nav }) {
  const onChain = useNavOnChain(itpId);
  const isFromChain = /chain/i.test(nav?.source ?? '');
  return (
    <ProofLine
      source={isFromChain ? 'Contract' : 'Data node'}
      block={isFromChain ? onChain?.block : null}
      query={dtfQuery}
      variables={{ id: itpId }}
      verifyBy={navOnChainQuery}
    >
      {nav !== null && (
        <span>
          prices of {formatNumber(nav.assetsPriced)} of {formatNumber(nav.assetsTotal)} assets
        </span>
      )}
      {!isFromChain && <ChainComparison onChain={onChain} />}
    </ProofLine>
  );
}

/** A section whose code and data are loaded when the reader comes near. */
function LateSection(props: {
  readonly itpId: string;
  readonly height: number | string;
  readonly content: ComponentType<{ readonly itpId: string }>;
}) {
  const { itpId, height, content: Content } = props;
  return (
    <WhenNear height={height}>
      <Suspense fallback={<Skeleton height={height} />}>
        <Content itpId={itpId} />
      </Suspense>
    </WhenNear>
  );
}
