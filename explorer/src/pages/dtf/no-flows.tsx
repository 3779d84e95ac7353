import { graphql } from '../../generated/gql.ts';
import { formatLabel, formatWei } from '../../lib/format.ts';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';

const lastFlowQuery = graphql(`
  query LastFlow($id: ID!) {
    dtf(id: $id) {
      id
      events(first: 1, filter: { types: [MINTED, REDEEMED] }) {
        edges {
          node {
            type
            timestamp
            shares
          }
        }
      }
    }
  }
`);

/** Says that a range has no flows; offers the longest range, or says when the last flow was. */
export function NoFlows(props: {
  readonly itpId: string;
  /** Chooses the longest range; null if it is chosen. */
  readonly onWiden: (() => void) | null;
}) {
  const note = 'No shares were minted or redeemed in this range.';
  if (props.onWiden !== null) {
    return (
      <EmptyNote>
        {note}{' '}
        <button type="button" className="link" onClick={props.onWiden}>
          Show 1 year
        </button>
      </EmptyNote>
    );
  }
  return (
    <QuerySection
      query={lastFlowQuery}
      variables={{ id: props.itpId }}
      height={120}
      loading={<EmptyNote>{note}</EmptyNote>}
    >
      {({ dtf }) => {
        const last = dtf?.events?.edges[0]?.node;
        return (
          <EmptyNote>
            {note}{' '}
            {last !== undefined && (
              <>
                The last were {formatWei(last.shares, 'shares', 3)},{' '}
                {formatLabel(last.type).toLowerCase()} on <FormattedTime at={last.timestamp} />. All
                events are listed below.
              </>
            )}
          </EmptyNote>
        );
      }}
    </QuerySection>
  );
}
