import { graphql } from '../../generated/gql.ts';
import { formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/fields.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { listSigners } from './list-signers.ts';

const signaturesQuery = graphql(`
  query TickSignatures($id: ID!) {
    batch(id: $id) {
      id
      players(first: 10) {
        edges {
          node {
            id
            position {
              proof {
                fromTick
                toTick
                signersBitmask
              }
            }
          }
        }
      }
    }
    explorerHealth {
      latest {
        totalPeers
      }
    }
  }
`);

const definition =
  'Oracles do not sign single ticks: they sign the balance of each player, which follows from all ticks up to the newest. The contract pays a balance only if a quorum, two thirds of the oracles, has signed it. Oracles are numbered as in the contract that holds their keys. The signatures shown are those for the first ten players of the batch.';

/** Says which oracles signed balances that a tick is part of, and how many must. */
export function TickSignatures(props: { readonly batchId: string; readonly tickId: number }) {
  return (
    <QuerySection query={signaturesQuery} variables={{ id: props.batchId }} height={24}>
      {({ batch, explorerHealth }) => {
        const proofs = (batch?.players?.edges ?? []).flatMap(({ node }) => {
          const proof = node.position?.proof;
          const isIn = (proof?.toTick ?? -1) >= props.tickId;
          return proof == null || !isIn ? [] : [proof];
        });
        const total = explorerHealth?.latest?.totalPeers ?? null;
        const signers = listSigners(proofs.map(({ signersBitmask }) => signersBitmask));
        const quorum =
          total === null ? '' : ` A quorum is ${Math.ceil((2 * total) / 3)} of ${total}.`;
        return (
          <p className="small">
            {signers.length === 0 ? (
              <>No signed balance includes this tick yet.{quorum}</>
            ) : (
              <>
                Signed by{' '}
                <strong>
                  {signers.length === 1 ? 'oracle' : 'oracles'}{' '}
                  {signers.map((number) => formatNumber(number)).join(', ')}
                </strong>
                {total === null ? '' : ` of ${formatNumber(total)}`}, with the balances after tick{' '}
                {formatNumber(Math.max(...proofs.map(({ toTick }) => toTick ?? 0)))}.{quorum}
              </>
            )}{' '}
            <Hint label="the signatures" text={definition} />
          </p>
        );
      }}
    </QuerySection>
  );
}
