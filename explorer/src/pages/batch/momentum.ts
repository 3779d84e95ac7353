import { useMemo } from 'react';
import { type Client, useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { Direction } from '../../generated/graphql.ts';
import type { Predictions } from './predictions.ts';

const changesQuery = graphql(`
  query SourceChanges($id: String!, $after: String) {
    source(id: $id) {
      valueUnit
      assets(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            assetId
            changePct
          }
        }
      }
    }
  }
`);

const bitsQuery = graphql(`
  query MarketBits($id: ID!, $after: String) {
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
          }
        }
      }
    }
  }
`);

/** Bounds how much of a large source is read. */
const maxPages = 20;

/** Changes of the first markets of a source, percent by market, and the unit of its values. */
export function useSourceChanges(sourceId: string | null) {
  const [{ data }] = useQuery({
    query: changesQuery,
    variables: { id: sourceId ?? '', after: null },
    pause: sourceId === null,
  });
  return useMemo(
    () => ({
      unit: data?.source?.valueUnit ?? null,
      changes: new Map(
        data?.source?.assets?.edges.map(({ node }) => [node.assetId, node.changePct]),
      ),
    }),
    [data],
  );
}

/** Predicts for each market of a batch that it goes on as it went: DOWN where its value fell. */
export async function readMomentum(
  client: Client,
  options: { readonly batchId: string; readonly sourceId: string | null },
): Promise<Predictions> {
  const changes = new Map<string, number | null>();
  await readPages(async (after) => {
    if (options.sourceId === null) return null;
    const { data } = await client.query(changesQuery, { id: options.sourceId, after }).toPromise();
    for (const { node } of data?.source?.assets?.edges ?? [])
      changes.set(node.assetId, node.changePct);
    return data?.source?.assets?.pageInfo ?? null;
  });
  const predictions = new Map<number, Direction>();
  await readPages(async (after) => {
    const { data } = await client.query(bitsQuery, { id: options.batchId, after }).toPromise();
    for (const { bit, node } of data?.batch?.markets?.edges ?? []) {
      predictions.set(bit, (changes.get(node.marketId) ?? 0) < 0 ? 'DOWN' : 'UP');
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
