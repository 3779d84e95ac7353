import { graphql } from '../../generated/gql.ts';
import { formatNumber } from '../../lib/format.ts';
import { WalletLink } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';

const creationQuery = graphql(`
  query FundCreation($id: ID!) {
    dtf(id: $id) {
      id
      creator {
        id
        address
      }
      createdAt
      createdAtBlock
    }
  }
`);

/** Shows who registered the fund, and when; what the contract does not tell is a dash. */
export function FundCreation({ itpId }: { readonly itpId: string }) {
  return (
    <QuerySection query={creationQuery} variables={{ id: itpId }} height={133}>
      {({ dtf }) => (
        <dl>
          <div className="list-row">
            <dt className="muted">Creator</dt>
            <dd>{dtf?.creator == null ? '–' : <WalletLink address={dtf.creator.address} />}</dd>
          </div>
          <div className="list-row">
            <dt className="muted">Created</dt>
            <dd>{dtf?.createdAt == null ? '–' : <FormattedTime at={dtf.createdAt} />}</dd>
          </div>
          <div className="list-row">
            <dt className="muted">Block</dt>
            <dd>{formatNumber(dtf?.createdAtBlock)}</dd>
          </div>
        </dl>
      )}
    </QuerySection>
  );
}
