import { useParams } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { formatLabel } from '../../lib/format.ts';
import { Empty, Part } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';
import { pageHeads } from '../page-heads.ts';
import { Basket } from './basket.tsx';
import { Enrichment } from './enrichment.tsx';
import { FundLoans } from './fund-loans.tsx';
import { FundNumbers } from './fund-numbers.tsx';
import { NavChart } from './nav-chart.tsx';
import { NavOrigin } from './nav-origin.tsx';
import { RedirectToFund } from './redirect-to-fund.tsx';
import { WalletPosition } from './wallet-position.tsx';

const dtfQuery = graphql(`
  query FundPage($id: ID!) {
    dtf(id: $id) {
      id
      itpId
      name
      symbol
      ...FundNumbers
      ...NavOrigin
      ...FundLoans
    }
  }
`);

const itpIdPattern = /^0x[0-9a-fA-F]{64}$/;

/** One fund: its NAV, its basket, and what is known of the projects in it. */
export function DtfPage() {
  const { id = '' } = useParams();
  if (!itpIdPattern.test(id)) return <RedirectToFund id={id} />;
  return <Fund itpId={id} />;
}

function Fund({ itpId }: { readonly itpId: string }) {
  const variables = { id: itpId };
  return (
    <QueryPart
      query={dtfQuery}
      variables={variables}
      height="90vh"
      loading={<PageSkeleton head={pageHeads.dtf} />}
    >
      {({ dtf }) =>
        dtf === null ? (
          <Empty>There is no fund with this id.</Empty>
        ) : (
          <Page
            head={pageHeads.dtf}
            title={dtf.name ?? 'Fund'}
            heading={
              <>
                {dtf.name ?? formatLabel(itpId)}{' '}
                <span className="heading-ticker">{dtf.symbol}</span>
              </>
            }
            query={dtfQuery}
            variables={variables}
          >
            <div className="stack">
              <FundNumbers fund={dtf} />
              <div className="columns">
                <div className="stack">
                  <Part title="Net asset value per share">
                    <NavChart itpId={itpId} />
                  </Part>
                  <Part title="Basket">
                    <Basket itpId={itpId} />
                  </Part>
                </div>
                <aside className="stack" aria-label="About this fund">
                  <Part title="Where the NAV comes from">
                    <NavOrigin fund={dtf} />
                  </Part>
                  <Part title="A wallet’s position">
                    <WalletPosition itpId={itpId} />
                  </Part>
                  <Part title="Lending market">
                    <FundLoans fund={dtf} />
                  </Part>
                </aside>
              </div>
              <Enrichment itpId={itpId} />
            </div>
          </Page>
        )
      }
    </QueryPart>
  );
}
