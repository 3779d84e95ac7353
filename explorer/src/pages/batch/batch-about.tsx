import { graphql } from '../../generated/gql.ts';
import { CreatorTexts } from '../../ui/creator-texts.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const batchAboutQuery = graphql(`
  query BatchAbout($id: ID!) {
    batch(id: $id) {
      id
      creatorName
      metadata {
        name
        description
        website
        video
        image
      }
    }
  }
`);

/** Shows what the creator of a batch calls it and itself, and says of it. */
export function BatchAbout({ batchId }: { readonly batchId: string }) {
  return (
    <QuerySection query={batchAboutQuery} variables={{ id: batchId }} height={120}>
      {({ batch }) => {
        const { metadata = null, creatorName = null } = batch ?? {};
        if (metadata === null && creatorName === null) {
          return <EmptyNote>Its creator has not described this batch in the contract.</EmptyNote>;
        }
        return (
          <>
            <p className="creator-text">
              {metadata?.name != null && <strong>{metadata.name}</strong>}
              {creatorName !== null && <span className="muted small"> by {creatorName}</span>}
            </p>
            {metadata !== null && <CreatorTexts {...metadata} />}
          </>
        );
      }}
    </QuerySection>
  );
}
