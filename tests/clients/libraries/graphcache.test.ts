import { Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys, resolvers } from '../../../generated/clients/graphcache.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';

let world: GatewayOnNode;
beforeAll(async () => {
  world = await startGatewayOnNode();
});
afterAll(() => world[Symbol.asyncDispose]());

const page = (fields: string) =>
  `edges { cursor node { ${fields} } } pageInfo { endCursor hasNextPage }`;

test('default: with the introspected schema and the generated keys there is no warning', async () => {
  const { data: schema } = await world.gateway.query<IntrospectionQuery & Record<string, never>>(
    getIntrospectionQuery(),
  );
  /** Everything but cache misses, which are of the severity `debug`. */
  const warnings: unknown[][] = [];
  const client = new Client({
    url: `${world.gateway.url}/graphql`,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        schema,
        keys,
        resolvers,
        logger: (severity, told) => void (severity === 'debug' || warnings.push([severity, told])),
      }),
      fetchExchange,
    ],
  });
  const wallet = world.node.state.book.wallets()[0] ?? '';
  const read = async (text: string, variables: Record<string, unknown> = {}) => {
    const { data, error } = await client.query(gql(text), variables).toPromise();
    expect(error).toBeUndefined();
    return data;
  };
  const funds = `query Funds($after: String) { dtfs(first: 3, after: $after) { totalCount ${page(
    'id name nav { usd dtf { id } } snapshot { aumUsd } holdings { weight dtf { id } asset { id price quote { usd } } }',
  )} } }`;
  const first = await read(funds);
  const joined = await read(funds, { after: first.dtfs.pageInfo.endCursor });
  expect(joined.dtfs.edges.length).toBe(6);
  await read(`{ portfolio(address: "${wallet}") { id totalValueUsd positions { id valueUsd dtf { id name } }
    history(maxPoints: 4) { timestamp valueUsd } trades(first: 2) { ${page('id totalUsd dtf { id }')} } } }`);
  await read(`{ simulationWeightings { pattern parameter { name default } categories }
    assets(first: 2) { ${page('id symbol price heldBy { weight dtf { id } }')} } }`);
  expect(warnings).toEqual([]);
});
