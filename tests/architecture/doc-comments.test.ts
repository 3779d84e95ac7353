import { expect, test } from 'vitest';
import { codeFiles, isTest, read } from './source-tree.ts';

/** Files whose exports are spelled out elsewhere: routes by their summary, resolvers by the SDL. */
const doorFile = /(^|\/)(routes|resolvers|index)\.ts$/;
const exported = /^export (async function\*?|function\*?|const|class|abstract class) (\w+)/;

/** The exported functions, classes and constants that no doc comment stands above. */
function undocumented(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = exported.exec(line)?.[2];
    return name === undefined || lines[index - 1]?.trim().endsWith('*/') ? [] : [name];
  });
}

test('default: every exported function, class and constant says what it is', () => {
  const held = codeFiles.filter(
    (path) =>
      /^(packages|src|sandbox|scripts)\/.*\.ts$/.test(path) &&
      !isTest(path) &&
      !doorFile.test(path),
  );
  expect(held.length).toBeGreaterThan(100);
  const silent = held.flatMap((path) => undocumented(read(path)).map((name) => `${path}: ${name}`));
  expect(silent).toEqual([]);
});

test('error: an export without a comment is found', () => {
  const text =
    '/** Said. */\nexport const a = 1;\n\nexport const b = 2;\nexport async function c() {}\n';
  expect(undocumented(text)).toEqual(['b', 'c']);
});
