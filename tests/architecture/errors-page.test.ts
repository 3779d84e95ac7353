import { expect, test } from 'vitest';
import * as errors from '../../src/lib/errors.ts';
import { read } from './source-tree.ts';

const page = read('docs/errors.md');

/** The errors that a caller may meet; the abstract one above them has no name of its own. */
const classes = Object.entries(errors).filter(
  ([name]) => /^[A-Z]\w*Error$/.test(name) && name !== 'GatewayError',
);

test.each(classes)('default: %s stands in the table with its status and code', (name, make) => {
  const Made = make as unknown as new (...args: readonly unknown[]) => errors.GatewayError;
  const error = name === 'UpstreamRejectedError' ? new Made(409, 'why') : new Made('why', 500);
  const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  expect(row).toBeDefined();
  if (name !== 'UpstreamRejectedError') expect(row).toContain(`| ${error.status}`);
  expect(row).toContain(`\`${error.code}\``);
});

test('args: all of them are tried', () => {
  expect(classes.length).toBeGreaterThan(11);
});
