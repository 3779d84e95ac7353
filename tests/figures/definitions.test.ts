import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLFloat, type GraphQLObjectType, getNullableType } from 'graphql';
import { expect, test } from 'vitest';
import { resolveProjectFile } from '../../src/lib/project-files.ts';

const schema = buildSchema(readFileSync(resolveProjectFile('generated/api.graphql'), 'utf8'));

const figures = [
  'Performance',
  'BenchmarkComparison',
  'Concentration',
  'Selection',
  'RebalanceTurnover',
  'Turnover',
]
  .flatMap((name) =>
    Object.values((schema.getType(name) as GraphQLObjectType).getFields()).map(
      (field) => [`${name}.${field.name}`, field] as const,
    ),
  )
  .filter(([name, { type }]) => getNullableType(type) === GraphQLFloat && !/\.split$/.test(name));

test('default: there are figures', () => expect(figures.length).toBeGreaterThan(30));

test.each(figures)('default: %s says its unit and its source', (_name, { description }) => {
  expect(description).toMatch(
    /percent|ratio|probability|without unit|fraction|from −1 to 1|0 to 1|as many/,
  );
  expect(description).toMatch(/Source: /);
});
