import { describe, expect, test } from 'vitest';
import { read } from '../../architecture/source-tree.ts';
import { specifiedRoutes } from '../../architecture/specification-routes.ts';
import { fundFields } from '../../support/specified/fund-fields.ts';
import { marketFields } from '../../support/specified/market-fields.ts';
import { otherFields } from '../../support/specified/other-fields.ts';

/** Lines of the interface specification. */
const lastLine = 629;
const page = read('docs/specification.md');
const rows = page
  .split('\n')
  .filter(
    (line) =>
      line.startsWith('| ') && !/^\| (route|clause|resource|state|event|row|limit) \|/.test(line),
  )
  .map((line) => {
    const [what = '', where = '', heldBy = ''] = line.slice(2, -2).split(' | ');
    const tests = heldBy.split(/ · (?=`)/).map((one) => {
      const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(one) ?? [];
      return { file, title };
    });
    return { what, where, tests };
  });

test('default: the table names every route and where it is specified', () => {
  const routes = rows
    .map(({ what, where }) => ({ route: /^`((?:GET|POST) .+)`$/.exec(what)?.[1], where }))
    .filter(({ route }) => route !== undefined);
  expect(routes).toEqual(
    specifiedRoutes.map(({ method, path, source }) => ({
      route: `${method} ${path}`,
      where: typeof source === 'number' ? `line ${source}` : 'decisions',
    })),
  );
});

test('default: no line of the specification is left out', () => {
  const covered = new Set<number>();
  for (const { where } of rows) {
    const [, from, to = from] = /^(?:line )?(\d+)(?:-(\d+))?$/.exec(where) ?? [];
    for (let line = Number(from); line <= Number(to); line += 1) covered.add(line);
  }
  const all = Array.from({ length: lastLine }, (_, index) => index + 1);
  expect(all.filter((line) => !covered.has(line))).toEqual([]);
});

test('default: every table of fields has its row', () => {
  const named = rows.map(({ what }) => what).join('\n');
  const missing = [...marketFields, ...fundFields, ...otherFields]
    .map(({ name }) =>
      name.replace(/^Simulation stats$/, 'stats').replace(/^Faucet payment, .*$/, 'payments'),
    )
    .map((name) => (name === 'Price' ? '/price' : name === 'Snapshot' ? 'totalAssets' : name))
    .filter((name) => !named.includes(name));
  expect(missing).toEqual([]);
});

describe.each(rows)('$what ($where)', ({ tests }) => {
  test('default: is held by tests that are there', () => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests) {
      expect(file).toMatch(/\.test\.ts$/);
      expect(title).toMatch(/^(default|behavior|args|error): /);
      expect(read(file), `${file} has no test "${title}"`).toMatch(quoted(title));
    }
  });
});

/** A title as it stands in a test file. */
function quoted(title: string): RegExp {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(['"\`])${escaped}\\1`);
}
