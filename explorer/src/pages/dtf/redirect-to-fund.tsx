import { Navigate } from 'react-router';
import { graphql } from '../../generated/gql.ts';
import { Empty } from '../../ui/part.tsx';
import { QueryPart } from '../../ui/query-part.tsx';

const fundNamesQuery = graphql(`
  query FundNames {
    dtfs(first: 100) {
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

/** Sends a ticker or a global id to the address of its fund. */
export function RedirectToFund({ id }: { readonly id: string }) {
  return (
    <QueryPart query={fundNamesQuery} variables={{}} height="60vh">
      {({ dtfs }) => {
        const fund = dtfs?.edges
          .map(({ node }) => node)
          .find((node) => node.id === id || node.symbol?.toLowerCase() === id.toLowerCase());
        if (fund === undefined) return <Empty>There is no fund with this ticker or id.</Empty>;
        return <Navigate to={`/dtf/${fund.itpId}`} replace />;
      }}
    </QueryPart>
  );
}
