import { Link, useParams } from 'react-router';
import '../../styles/performance.css';
import { BarList } from '../../charts/bar-list.tsx';
import { graphql } from '../../generated/gql.ts';
import type { FactsheetQuery, NavRange } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import {
  formatCount,
  formatDay,
  formatFraction,
  formatNumber,
  formatPrice,
  formatUsd,
  formatUtcDay,
  shortenHex,
} from '../../lib/format.ts';
import {
  explainUnchanged,
  formatFreshShare,
  formatUnchanged,
  freshPricesDefinition,
} from '../../lib/fresh-prices.ts';
import { fundDefinitions } from '../../lib/fund-definitions.ts';
import { itpIdPattern } from '../../lib/identifiers.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { listConcentration } from '../../performance/concentration-figures.ts';
import { FigureList, FigureStrip } from '../../performance/figure-list.tsx';
import {
  longRanges,
  nameInception,
  offerRanges,
  rangeNames,
  readRange,
} from '../../performance/nav-ranges.ts';
import { PerformanceFigures } from '../../performance/performance-figures.tsx';
import { PerformanceSections } from '../../performance/performance-sections.tsx';
import { VersusSections } from '../../performance/versus-sections.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { WalletLink } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SheetImageButton } from '../../ui/sheet-image-button.tsx';
import { StillAssets, StillPrices } from '../../ui/still-prices.tsx';
import { RedirectToFund } from '../dtf/redirect-to-fund.tsx';
import { UnknownFund } from '../dtf/unknown-fund-lazy.ts';
import { pageHeads } from '../page-heads.ts';

const factsheetQuery = graphql(`
  query Factsheet($id: ID!, $range: NavRange!, $from: Date) {
    dtf(id: $id) {
      id
      itpId
      name
      symbol
      aumUsd
      navPerShareUsd
      assetCount
      unchangedPricesPct
      creator {
        id
        address
      }
      concentration {
        ...ConcentrationFigures
      }
      enrichment {
        holdings {
          asset {
            id
            unchangedSince
          }
          symbol
          weight
        }
      }
      createdAt
      whole: performance(range: MAX) {
        from
        ...PeriodRows
      }
      performance(range: $range, from: $from) {
        from
        to
        ...PerformanceFigures
        ...BesideCoins
        ...PerformanceSections
      }
    }
  }
`);

const factsheetVersusQuery = graphql(`
  query FactsheetVersus($id: ID!, $range: NavRange!, $from: Date, $benchmark: BenchmarkInput!) {
    dtf(id: $id) {
      id
      performance(range: $range, from: $from) {
        versus(benchmark: $benchmark) {
          ...ComparedSeries
        }
      }
    }
  }
`);

type Fund = NonNullable<FactsheetQuery['dtf']>;

/** The factsheet of a fund: its figures over a range, and how concentrated its basket is. */
export function FactsheetPage() {
  const { id = '' } = useParams();
  if (!itpIdPattern.test(id)) return <RedirectToFund id={id} />;
  return <Sheet id={id} />;
}

function Sheet({ id }: { readonly id: string }) {
  const [range, setRange] = useUrlChoice('range', longRanges, 'Y1');
  const variables = { id, ...readRange(range) };
  return (
    <QuerySection
      query={factsheetQuery}
      variables={variables}
      height="90vh"
      loading={<PageSkeleton head={pageHeads.factsheet} />}
    >
      {({ dtf }) => {
        if (dtf === null) return <UnknownFund />;
        const { from, to } = dtf.performance ?? { from: null, to: null };
        return (
          <Page
            head={pageHeads.factsheet}
            title={`${dtf.name ?? 'Fund'}, factsheet`}
            heading={
              <>
                {dtf.name ?? shortenHex(id)} <span className="heading-ticker">{dtf.symbol}</span>
              </>
            }
            actions={
              <>
                <SegmentedControl
                  label="Range"
                  value={range}
                  options={offerRanges(longRanges, dtf.whole?.from)}
                  onChange={setRange}
                />
                {from != null && to != null && (
                  <span className="small muted nowrap">
                    {formatDay(from)} – {formatDay(to)}
                  </span>
                )}
                <Link className="small" to={`/dtf/${id}`}>
                  The fund
                </Link>
                <PrintButton />
                <SheetImageButton file={`${nameFile(dtf)}-factsheet`} />
              </>
            }
            query={factsheetQuery}
            variables={variables}
          >
            <Factsheet fund={dtf} range={range} />
          </Page>
        );
      }}
    </QuerySection>
  );
}

/** Returns how the names of all files of the sheet begin. */
const nameFile = ({ symbol, itpId }: Pick<Fund, 'symbol' | 'itpId'>) =>
  `fund-${(symbol ?? itpId).toLowerCase()}`;

function Factsheet({ fund, range }: { readonly fund: Fund; readonly range: NavRange }) {
  const { itpId, symbol, createdAt, whole, performance } = fund;
  if (performance === null || whole === null) {
    return (
      <PageSection>
        <EmptyNote>There are no NAVs for this range.</EmptyNote>
      </PageSection>
    );
  }
  const file = nameFile(fund);
  return (
    <div className="sheet">
      <Identity fund={fund} />
      <PageSection
        title={
          range === 'MAX' && whole.from !== null
            ? `Figures ${nameInception(whole.from, createdAt).toLowerCase().replace('nav', 'NAV')}, ${formatDay(whole.from)}`
            : `Figures of ${rangeNames[range]}`
        }
        className="whole"
      >
        <StillPrices unchangedPct={fund.unchangedPricesPct} />
        <PerformanceFigures performance={performance} />
        <ProofLine
          source="Daily NAVs of the data node, figures by the gateway"
          query={factsheetQuery}
          variables={{ id: itpId, ...readRange(range) }}
        />
      </PageSection>
      <VersusSections
        performance={performance}
        name={symbol ?? 'Fund'}
        own={symbol ?? ''}
        file={file}
        load={(benchmark, show) => (
          <QuerySection
            query={factsheetVersusQuery}
            variables={{ id: itpId, ...readRange(range), benchmark }}
            height={500}
            loading={show(null)}
          >
            {({ dtf }) => show(dtf?.performance?.versus ?? null)}
          </QuerySection>
        )}
      />
      <PerformanceSections
        performance={performance}
        periods={whole}
        // Only the sheet of all days is about the time since then.
        inception={range === 'MAX' ? nameInception(whole.from, createdAt) : null}
        file={file}
        layout="factsheet"
      />
      <Basket fund={fund} />
    </div>
  );
}

/** What the fund is: its size, its age and who created it. */
function Identity({ fund }: { readonly fund: Fund }) {
  const { aumUsd, navPerShareUsd, assetCount, unchangedPricesPct, creator, createdAt, enrichment } =
    fund;
  return (
    <PageSection label="The fund" className="whole">
      <FigureStrip
        label="The fund"
        figures={[
          {
            label: 'NAV per share',
            definition: fundDefinitions.nav,
            value: formatPrice(navPerShareUsd),
          },
          {
            label: 'AUM',
            definition: fundDefinitions.aum,
            value: formatUsd(aumUsd),
          },
          {
            label: 'Basket',
            definition: fundDefinitions.assets,
            value: formatCount(assetCount, 'asset'),
          },
          {
            label: 'Fresh prices',
            definition: freshPricesDefinition,
            value: (
              <>
                {formatFreshShare(unchangedPricesPct)} <span className="stat-unit">of weight</span>
              </>
            ),
          },
          {
            label: 'Created',
            value: createdAt === null ? '–' : formatUtcDay(createdAt),
          },
          {
            label: 'Creator',
            value: creator === null ? '–' : <WalletLink address={creator.address} />,
          },
        ]}
      />
      <StillPrices unchangedPct={unchangedPricesPct}>
        <StillAssets holdings={enrichment.holdings ?? []} />
      </StillPrices>
    </PageSection>
  );
}

/** Number of assets that are listed. */
const listed = 7;

function Basket({ fund }: { readonly fund: Fund }) {
  const { concentration, enrichment } = fund;
  const assets = [...(enrichment.holdings ?? [])].sort((a, b) => b.weight - a.weight);
  return (
    <PageSection title="Concentration" label="Concentration" className="narrow-part">
      {concentration === null ? (
        <EmptyNote>There is no snapshot of the basket.</EmptyNote>
      ) : (
        <FigureList
          figures={[
            ...listConcentration(concentration, assets.length || Infinity),
            { label: 'Assets', value: formatNumber(assets.length) },
          ]}
        />
      )}
      {assets.length > 0 && (
        <BarList
          label="Largest assets"
          caption="Largest assets, % of the value"
          file="largest-assets"
          columns={['symbol', 'weight_fraction']}
          bars={assets.slice(0, listed).map(({ symbol, weight, asset: { unchangedSince } }) => ({
            key: symbol,
            name: (
              <>
                <strong>{symbol}</strong>{' '}
                {unchangedSince !== null && (
                  <span className="muted" title={explainUnchanged(unchangedSince)}>
                    {formatUnchanged(unchangedSince)}
                  </span>
                )}
              </>
            ),
            value: weight,
            text: formatFraction(weight),
            cells: [symbol, weight],
          }))}
        />
      )}
    </PageSection>
  );
}
