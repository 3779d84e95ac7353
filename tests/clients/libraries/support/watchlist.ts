import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { decodeGlobalId, encodeGlobalId } from '../../../../src/lib/global-id.ts';
import { listen, type Served } from './listen.ts';

/** The keys by which the subgraph of another team names the entities of dtf-graph. */
export type Keys = 'id' | 'natural' | 'both';

const naturalKeys = { Dtf: 'itpId', Asset: 'symbol', Portfolio: 'address' } as const;
const keyTypes = { itpId: 'Bytes32!', symbol: 'String!', address: 'Address!' } as const;
type Entity = keyof typeof naturalKeys;

/** What the other team stores about the entities of dtf-graph. */
export type Watched = {
  readonly itpIds: readonly string[];
  readonly wallets: readonly string[];
};

/** The subgraph of another team. */
export const watchlistSdl = (keys: Keys): string => {
  const head = (type: Entity) => {
    const natural = naturalKeys[type];
    const fields = keys === 'id' ? ['id'] : keys === 'natural' ? [natural] : ['id', natural];
    const declared = fields.map((name) =>
      name === 'id' ? 'id: ID!' : `${natural}: ${keyTypes[natural]}`,
    );
    return `type ${type} ${fields.map((name) => `@key(fields: "${name}")`).join(' ')} { ${declared.join(' ')}`;
  };
  return `
    extend schema
      @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires"])
    type Query {
      watched(first: Int! = 5): [Dtf!]!
      "With one fund in its middle that does not exist."
      watchedWithGap: [Dtf]!
      followed: [Portfolio!]!
    }
    type Mutation { watch(itpId: Bytes32!): Dtf! }
    ${head('Dtf')}
      watchers: Int!
      watchedBy: [Portfolio!]!
      navPerShareUsd: Float @external
      assetCount: Int @external
      navPerAsset: Float @requires(fields: "navPerShareUsd assetCount")
    }
    ${head('Asset')}
      note: String!
      price: Float @external
      priceOfTen: Float @requires(fields: "price")
    }
    ${head('Portfolio')}
      nickname: String!
      favourite: Dtf!
      positions: [Position!] @external
      largestUsd: Float @requires(fields: "positions { valueUsd }")
    }
    type Position @key(fields: "id", resolvable: false) { id: ID! valueUsd: Float! @external }
    scalar Bytes32
    scalar Address
  `;
};

/** Starts it on a free port. */
export async function startWatchlist(keys: Keys, { itpIds, wallets }: Watched): Promise<Served> {
  const watchers = new Map<string, number>();
  const refer = (type: Entity, key: string) => ({
    __typename: type,
    id: encodeGlobalId(type, key),
    [naturalKeys[type]]: key,
  });
  type Reference = Readonly<Record<string, unknown>>;
  const keyOf = (type: Entity, reference: Reference) =>
    String(reference[naturalKeys[type]] ?? decodeGlobalId(String(reference.id))?.key);
  const resolveReference = (type: Entity) => (reference: Reference) => {
    const used = keys === 'id' ? 'id' : naturalKeys[type];
    if (keys !== 'both' && reference[used] === undefined) throw new Error(`no ${used}`);
    return { ...reference, ...refer(type, keyOf(type, reference)) };
  };
  const schema = buildSubgraphSchema([
    {
      typeDefs: parse(watchlistSdl(keys)),
      resolvers: {
        Query: {
          watched: (_root: unknown, { first }: { first: number }) =>
            itpIds.slice(0, first).map((itpId) => refer('Dtf', itpId)),
          watchedWithGap: () =>
            [itpIds[0], `0x${'f'.repeat(64)}`, itpIds[1]].map((itpId) => refer('Dtf', itpId ?? '')),
          followed: () => wallets.map((wallet) => refer('Portfolio', wallet)),
        },
        Mutation: {
          watch: (_root: unknown, { itpId }: { itpId: string }) => {
            watchers.set(itpId, (watchers.get(itpId) ?? 0) + 1);
            return refer('Dtf', itpId);
          },
        },
        Dtf: {
          __resolveReference: resolveReference('Dtf'),
          watchers: (dtf: Reference) => watchers.get(keyOf('Dtf', dtf)) ?? 0,
          watchedBy: () => wallets.map((wallet) => refer('Portfolio', wallet)),
          navPerAsset: ({ navPerShareUsd, assetCount }: Reference) =>
            Number(navPerShareUsd) / Number(assetCount),
        },
        Asset: {
          __resolveReference: resolveReference('Asset'),
          note: (asset: Reference) => `about ${keyOf('Asset', asset)}`,
          priceOfTen: ({ price }: Reference) => (price === null ? null : 10 * Number(price)),
        },
        Portfolio: {
          __resolveReference: resolveReference('Portfolio'),
          nickname: (portfolio: Reference) => `wallet ${keyOf('Portfolio', portfolio).slice(0, 6)}`,
          favourite: () => refer('Dtf', itpIds[0] ?? ''),
          largestUsd: ({ positions }: Reference) =>
            Math.max(...(positions as { valueUsd: number }[]).map(({ valueUsd }) => valueUsd)),
        },
      },
    },
  ]);
  return listen(createYoga({ schema, logging: false }));
}
