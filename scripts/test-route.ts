/**
 * Runs the tests that concern one REST route: `npm run test:route -- nav-series`. First the tables
 * in which every route must have a row, then each test of the routes, their faults and their values
 * whose name contains the route's path. `docs/adding-a-route.md` says what each of them checks.
 */
import { startVitest } from 'vitest/node';
import { specifiedRoutes } from '../tests/architecture/specification-routes.ts';

/** Tests of all routes and fields at once. */
const tables = [
  'tests/architecture/routes.test.ts',
  'tests/architecture/import-rules.test.ts',
  'tests/architecture/nullability.test.ts',
  'tests/graphql/named-arguments.test.ts',
  'tests/rest-field-coverage.test.ts',
  'tests/numeric-parity.test.ts',
  'tests/contract/specification',
];

/** Tests with a name for each route. */
const namedByRoute = ['tests/contract', 'tests/faults'];

const [name = ''] = process.argv.slice(2);
const path = `/${name.replace(/^\//, '').replace(/\{(\*?)\w*\}/g, '{$1}')}`;
const known = specifiedRoutes.map((route) => route.path);
if (known.includes(path)) await testRoute(path);
else {
  console.error(
    `There is no route ${path} in tests/architecture/specification-routes.ts. Give one of ${[...new Set(known)].join(' ')}`,
  );
  process.exitCode = 1;
}

async function testRoute(route: string): Promise<void> {
  await runVitest(tables);
  // A parameter of the path stands there by its name or a value; `/batch` does not find `/batches`.
  const parts = route.split(/\{\*?\}/).map((part) => RegExp.escape(part));
  const testNamePattern = new RegExp(`${parts.join('[^/ ]+')}(?![\\w/-])`);
  const found = await runVitest(namedByRoute, testNamePattern);
  if (found > 0) return;
  console.error(`No test is named after ${route}: add it to tests/support/cases/route-cases.ts`);
  process.exitCode = 1;
}

/** Returns how many tests were run. A failed one sets the exit code. */
async function runVitest(files: string[], testNamePattern?: RegExp): Promise<number> {
  const vitest = await startVitest('test', files, {
    run: true,
    ...(testNamePattern && { testNamePattern }),
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  await vitest.close();
  return tests.filter((test) => test.result().state !== 'skipped').length;
}
