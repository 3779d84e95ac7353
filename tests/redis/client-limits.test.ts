import { describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { hasRedis } from './support/redis-server.ts';
import { topologies, useRedis } from './support/topologies.ts';

describe.skipIf(!hasRedis).each(topologies)(
  'client limits of several replicas on %s',
  (topology) => {
    const startRedis = useRedis(topology);
    test('default: requests and cost at one replica count at all of them', async () => {
      await using redis = await startRedis();
      const env = {
        REDIS_URL: redis.url,
        RATE_LIMIT_REST_PER_MINUTE: '6',
        RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '6',
      };
      await using a = await startGateway(env);
      await using b = await startGateway(env);
      const rest = (gateway: TestGateway) => gateway.rest('/price');
      const graphql = (gateway: TestGateway) => fetch(`${gateway.url}/graphql?query={__typename}`);
      for (const ask of [rest, graphql]) {
        const statuses: number[] = [];
        for (const gateway of [a, b, a, b, a, b, a, b]) statuses.push((await ask(gateway)).status);
        expect(statuses.map((status) => status === 429)).toEqual([
          ...Array.from({ length: 6 }, () => false),
          true,
          true,
        ]);
      }
    });

    test('error: without Redis, each replica counts for itself', async () => {
      await using redis = await startRedis();
      await using gateway = await startGateway({
        REDIS_URL: redis.url,
        RATE_LIMIT_REST_PER_MINUTE: '2',
      });
      await redis.kill();
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await gateway.rest('/price')).status);
      expect(statuses).toEqual([400, 400, 429]);
    });
  },
);
