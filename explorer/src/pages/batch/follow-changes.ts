import { type Client, useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { Direction } from '../../generated/graphql.ts';
import type { Predictions } from './predictions.ts';

const unitQuery = graphql(`
  query SourceUnit($id: String!) {
    source(id: $id) {
      sourceId
      valueUnit
    }
  }
`);

const changesQuery = graphql(`
  query MarketChanges($id: ID!, $after: String) {
    batch(id: $id) {
      id
      markets(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          bit
          node {
            marketId
            changePct
          }
        }
      }
    }
  }
`);

/** Maximum number of pages that are read of a large batch. */
const maxPages = 20;

/** Returns the unit of a source's values; null until it is known. */
export function useSourceUnit(sourceId: string | null): string | null {
  const variables = { id: sourceId ?? '' };
  const [{ data }] = useQuery({ query: unitQuery, variables, pause: sourceId === null });
  return data?.source?.valueUnit ?? null;
}

/**
 * Predicts for each market of a batch the direction of its change as the data node states it, which
 * the table of markets shows: DOWN if its value has fallen.
 */
export async function followChanges(client: Client, batchId: string): Promise<Predictions> {
  const predictions = new Map<number, Direction>();
  await readPages(async (after) => {
    const { data } = await client.query(changesQuery, { id: batchId, after }).toPromise();
    for (const { bit, node } of data?.batch?.markets?.edges ?? []) {
      predictions.set(bit, (node.changePct ?? 0) < 0 ? 'DOWN' : 'UP');
    }
    return data?.batch?.markets?.pageInfo ?? null;
  });
  return predictions;
}

type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };

async function readPages(read: (after: string | null) => Promise<PageInfo | null>): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const info: PageInfo | null = await read(after);
    if (info === null || !info.hasNextPage) return;
    after = info.endCursor;
  }
}
