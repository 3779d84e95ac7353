import { Navigate, useLocation } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { UnknownFund } from './unknown-fund-lazy.ts';

const fundByTickerQuery = graphql(`
  query FundByTicker($ticker: String!) {
    dtfs(first: 100, filter: { search: $ticker }) {
      edges {
        node {
          id
          itpId
          symbol
        }
      }
    }
  }
`);

const fundByIdQuery = graphql(`
  query FundById($id: ID!) {
    dtf(id: $id) {
      id
      itpId
    }
  }
`);

const loading = <PageSkeleton head={pageHeads.dtf} />;

/** Maximum length of a ticker; longer ids are global ids. */
const longestTicker = 32;

/** Redirects from a ticker or a global id to the URL of the fund, on the same page of it. */
export function RedirectToFund({ id }: { readonly id: string }) {
  if (id.length > longestTicker) {
    return (
      <QuerySection query={fundByIdQuery} variables={{ id }} height="60vh" loading={loading}>
        {({ dtf }) => <Redirect itpId={dtf?.itpId} />}
      </QuerySection>
    );
  }
  const isSymbol = (symbol: string | null) => symbol?.toLowerCase() === id.toLowerCase();
  return (
    <QuerySection
      query={fundByTickerQuery}
      variables={{ ticker: id }}
      height="60vh"
      loading={loading}
    >
      {({ dtfs }) => (
        <Redirect itpId={dtfs?.edges.find(({ node }) => isSymbol(node.symbol))?.node.itpId} />
      )}
    </QuerySection>
  );
}

function Redirect({ itpId }: { readonly itpId: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  if (itpId === undefined) return <UnknownFund />;
  const part = pathname.replace(/^\/dtf\/[^/]+/, '');
  return <Navigate to={`/dtf/${itpId}${part}${search}${hash}`} replace />;
}
