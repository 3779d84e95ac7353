import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly scripts: Readonly<Record<string, string>> };

const commands = Object.entries(scripts).flatMap(([name, script]) =>
  script.split(' && ').map((command) => ({ name, command })),
);

test.each(commands)('default: "$command" of $name runs in a shell of Windows', ({ command }) => {
  // Besides programs of npm and of packages, cmd.exe has none of what a POSIX shell has.
  expect(command).toMatch(/^(node|npm|tsc|biome|vitest) /);
  expect(command).not.toMatch(/['$`;|*<>]/);
});
