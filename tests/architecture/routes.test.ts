import { expect, test } from 'vitest';
import { domainModules } from '../../src/domains/index.ts';
import { routeCases } from '../support/cases/route-cases.ts';
import { aliases, specifiedRoutes } from './specification-routes.ts';

const bare = (path: string) => path.replace(/\{(\*?)\w*\}/g, '{$1}');
const routes = domainModules.flatMap((domain) => domain.routes);

test.each(specifiedRoutes)('default: $method $path has exactly one Route', ({ method, path }) => {
  const found = routes.filter((route) => route.method === method && bare(route.path) === path);
  expect(found.map((route) => route.summary)).toHaveLength(1);
});

test('default: every Route is a specified one', () => {
  const specified = specifiedRoutes.map(({ method, path }) => `${method} ${path}`);
  const served = routes.map((route) => `${route.method} ${bare(route.path)}`);
  expect(
    served.filter((route) => !specified.includes(route)),
    'add to specifiedRoutes of tests/architecture/specification-routes.ts',
  ).toEqual([]);
});

test('default: every Route is sent through the faults of its upstreams', () => {
  const sent = new Set(routeCases.map(({ route }) => route));
  const served = routes.map(({ method, path }) => `${method} ${path}`);
  expect(
    served.filter((route) => !sent.has(route)),
    'add to routeCases of tests/support/cases/route-cases.ts, with a response in tests/support/world/',
  ).toEqual([]);
});

test.each(Object.entries(aliases))('default: %s is another name of %s', (alias, path) => {
  const named = routes.filter((route) => route.aliases?.map(bare).includes(alias));
  expect(named.map((route) => bare(route.path))).toEqual([path]);
});

test.each(routes)('default: $method $path says what it is, and gives an example', (route) => {
  expect(route.summary.length).toBeGreaterThan(5);
  if (route.kind === 'json') expect(route.response.safeParse(route.example).error).toBeUndefined();
  if (route.kind === 'stream') expect(route.example.length).toBeGreaterThan(0);
});
