import fc from 'fast-check';
import { execute, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSemanticNonNull } from '../../src/graphql/semantic-non-null.ts';
import {
  type BesideGraphql,
  compareRandomly,
  schema,
  startBesideGraphql,
} from './support/compare-with-graphql.ts';

const places = [...listSemanticNonNull(schema).keys()];

/** Fields that had a value, and those that were null without an error. */
const seen = new Set<string>();
const nulls = new Set<string>();

/** Watches the resolvers of all marked fields of the executor's schema. */
function watch(): void {
  for (const place of places) {
    const [type = '', name = ''] = place.split('.');
    const owner = schema.getType(type);
    const field = isObjectType(owner) ? owner.getFields()[name] : undefined;
    const resolve = field?.resolve;
    if (!field || !resolve) throw new Error(`${place} has no resolver`);
    const note = (value: unknown) => {
      if (value === null || value === undefined) nulls.add(place);
      else seen.add(place);
      return value;
    };
    field.resolve = (...args) => {
      const value = resolve(...args) as unknown;
      return value instanceof Promise ? value.then(note) : note(value);
    };
  }
}

let world: BesideGraphql;
beforeAll(async () => {
  world = await startBesideGraphql();
  watch();
});
afterAll(() => world[Symbol.asyncDispose]());

test('default: a field with @semanticNonNull is null only where it failed', async () => {
  expect(places.length).toBeGreaterThan(40);
  const compare = async (body: Parameters<typeof world.argsOf>[0]) => {
    await execute(world.argsOf(body));
    return true;
  };
  const paths = ['/itp-price', '/aum-ranking', '/snapshots', '/fast-prices', '/sim/run'];
  for (let round = 0; round < 15; round += 1) {
    // Each round draws other documents, the same in each run.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: round });
    await compareRandomly(world, { operation: 'query', paths, compare });
  }
  expect([...nulls], 'say in the description of the field when it is null').toEqual([]);
  expect(seen.size).toBeGreaterThan(places.length / 2);
}, 240_000);
