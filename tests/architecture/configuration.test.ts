import { expect, test } from 'vitest';
import { read } from './source-tree.ts';

type Variable = { readonly name: string; readonly default?: string | undefined };

/** The rows of the page's tables: names in the first column, defaults in the second. */
const documented = [...read('docs/configuration.md').matchAll(/^\| (`.+?) \| (.*?) \| /gm)].flatMap(
  ([, names = '', defaults = '']): Variable[] => {
    const each = names.split(', ').map((name) => name.replaceAll('`', ''));
    const values = each.length > 1 ? defaults.split(', ') : [defaults];
    return each.map((name, index) => ({ name, default: values[index]?.replaceAll('`', '') }));
  },
);

/** The keys of the zod objects that read the environment, one to a line, with literal defaults. */
function variablesIn(path: string): readonly Variable[] {
  const lines = [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+):(.*(?:\n {4,}.*)*)/gm)];
  return lines.map(([, name = '', schema = '']) => {
    const literal = /\.default\((?:'([^']*)'|([\d_]+))\)/.exec(schema);
    return { name, default: literal?.[1] ?? literal?.[2]?.replaceAll('_', '') };
  });
}

/** Variables that the sandbox's processes pass to each other. */
const internal = ['PORT', 'HOST', 'SANDBOX_SCENARIO_AT'];

const variables = [
  ...variablesIn('src/config.ts'),
  ...variablesIn('sandbox/lib/settings.ts').filter(({ name }) => !internal.includes(name)),
  ...variablesIn('sandbox/supervisor/sandbox-options.ts'),
];
const names = (all: readonly Variable[]) => all.map(({ name }) => name);

test('default: every variable is documented', () => {
  expect(variables.length).toBeGreaterThan(25);
  expect(names(variables).filter((name) => !names(documented).includes(name))).toEqual([]);
});

test('default: every documented variable exists', () => {
  expect(names(documented).filter((name) => !names(variables).includes(name))).toEqual([]);
});

test.each(variables.filter((one) => one.default !== undefined && one.name !== 'EXPLORER_TOKEN'))(
  'default: the default of $name is documented as $default',
  (variable) => {
    const said = documented.filter(({ name }) => name === variable.name);
    expect(said.map((one) => one.default)).toContain(variable.default);
  },
);
