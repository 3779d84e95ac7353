import { useEffect, useState } from 'react';
import { type Client, useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { TickResultsQuery } from '../../generated/graphql.ts';

const tickResultsQuery = graphql(`
  query TickResults($address: Address!) {
    predictionPlayer(address: $address, ticks: 50) {
      ticks {
        batchId
        tickId
        stake
        profit
        hits
        decided
      }
    }
  }
`);

/** What a tick brought a player. */
export type TickResult = NonNullable<TickResultsQuery['predictionPlayer']>['ticks'][number];

/**
 * Reads what a tick brought each of its players, by address; those without a record are missing, and
 * all are null until they are read.
 */
export function useTickResults(
  batchId: string,
  tickId: number,
  addresses: readonly string[],
): ReadonlyMap<string, TickResult> | null {
  const client = useClient();
  const [results, setResults] = useState<ReadonlyMap<string, TickResult> | null>(null);
  const listed = addresses.join();
  useEffect(() => {
    let isCurrent = true;
    const players = listed === '' ? [] : listed.split(',');
    const reads = players.map((address) => readResult(client, address, Number(batchId), tickId));
    void Promise.all(reads).then((found) => {
      if (isCurrent) setResults(new Map(found.flat()));
    });
    return () => {
      isCurrent = false;
    };
  }, [client, batchId, tickId, listed]);
  return results;
}

async function readResult(
  client: Client,
  address: string,
  batchId: number,
  tickId: number,
): Promise<readonly (readonly [string, TickResult])[]> {
  // A cached record may lack the tick.
  const { data } = await client
    .query(tickResultsQuery, { address }, { requestPolicy: 'network-only' })
    .toPromise();
  const tick = data?.predictionPlayer?.ticks.find(
    (one) => one.batchId === batchId && one.tickId === tickId,
  );
  return tick === undefined ? [] : [[address, tick]];
}
