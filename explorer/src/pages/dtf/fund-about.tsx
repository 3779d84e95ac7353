import { graphql } from '../../generated/gql.ts';
import { CreatorTexts } from '../../ui/creator-texts.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const fundAboutQuery = graphql(`
  query FundAbout($id: ID!) {
    dtf(id: $id) {
      id
      metadata {
        description
        website
        video
        image
      }
    }
  }
`);

/** Shows what the creator of a fund says of it. */
export function FundAbout({ itpId }: { readonly itpId: string }) {
  return (
    <QuerySection query={fundAboutQuery} variables={{ id: itpId }} height={120}>
      {({ dtf }) =>
        dtf?.metadata == null ? (
          <EmptyNote>Its creator has not described this fund in the contract.</EmptyNote>
        ) : (
          <CreatorTexts {...dtf.metadata} />
        )
      }
    </QuerySection>
  );
}
