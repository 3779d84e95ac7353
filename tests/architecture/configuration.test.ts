import { expect, test } from 'vitest';
import { read } from './source-tree.ts';

const page = read('docs/configuration.md');
const documented = new Set([...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1]));

/** The keys of the zod objects that read the environment, one to a line. */
function variablesIn(path: string): readonly string[] {
  const names = [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)];
  return names.map((match) => match[1] ?? '');
}

const variables = [
  ...variablesIn('src/core/config.ts'),
  ...variablesIn('sandbox/kit/settings.ts'),
  ...variablesIn('sandbox/supervisor/options.ts'),
];

test('default: every variable is documented', () => {
  expect(variables.length).toBeGreaterThan(25);
  expect(variables.filter((name) => !documented.has(name))).toEqual([]);
});

test('default: every documented variable exists', () => {
  const known = new Set(variables);
  expect([...documented].filter((name) => !known.has(name ?? ''))).toEqual([]);
});
