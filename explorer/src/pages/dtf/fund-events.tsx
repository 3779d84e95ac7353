import { useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { DtfEventType } from '../../generated/graphql.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SelectField } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { EventList } from './event-list.tsx';

const eventsQuery = graphql(`
  query FundEvents($id: ID!, $types: [DtfEventType!], $after: String) {
    dtf(id: $id) {
      id
      events(first: 20, after: $after, filter: { types: $types }) {
        totalCount
        edges {
          cursor
          node {
            ...EventRow
          }
        }
      }
    }
  }
`);

/** What can be listed. NAVs are set every few seconds and would hide everything else. */
const choices = [
  ['shares', 'All but NAV updates'],
  ['minted', 'Minted'],
  ['redeemed', 'Redeemed'],
  ['transferred', 'Transferred'],
  ['nav', 'NAV updates'],
] as const;

type Choice = (typeof choices)[number][0];

const typesOf: Readonly<Record<Choice, readonly DtfEventType[]>> = {
  shares: ['CREATED', 'MINTED', 'REDEEMED', 'TRANSFERRED'],
  minted: ['MINTED'],
  redeemed: ['REDEEMED'],
  transferred: ['TRANSFERRED'],
  nav: ['NAV_SET'],
};

/** A table of what happened to a fund in the contract, newest first, by type. */
export function FundEvents({ itpId }: { readonly itpId: string }) {
  const client = useClient();
  const [choice, setChoice] = useUrlChoice<Choice>('events', choices, 'shares');
  const variables = { id: itpId, types: typesOf[choice] };
  return (
    <>
      <div className="event-choice toolbar">
        <SelectField
          label="Type of event"
          value={choice}
          onChange={({ target }) => setChoice(target.value as Choice)}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <QuerySection
        key={choice}
        query={eventsQuery}
        variables={variables}
        height={520}
        every={15_000}
      >
        {({ dtf }) =>
          dtf?.events == null ? (
            <EmptyNote>The contract does not know this fund.</EmptyNote>
          ) : (
            <EventList
              newest={dtf.events}
              readAfter={async (after) => {
                const { data } = await client
                  .query(eventsQuery, { ...variables, after })
                  .toPromise();
                return data?.dtf?.events?.edges ?? null;
              }}
            />
          )
        }
      </QuerySection>
    </>
  );
}
