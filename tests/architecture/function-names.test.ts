import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Node, SourceFile } from 'typescript-compiler/unstable/ast';
import {
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
} from 'typescript-compiler/unstable/ast/is';
import { API } from 'typescript-compiler/unstable/sync';
import { expect, test } from 'vitest';
import { root } from './source-tree.ts';

/** The expressions and patterns of a file of which a property `name` is read. */
function findReadsOfName(file: SourceFile): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node) && node.name.text === 'name') found.push(node.expression);
    if (isObjectBindingPattern(node)) {
      const isRead = node.elements.some(({ propertyName, name }) => {
        const property = propertyName ?? name;
        return property !== undefined && isIdentifier(property) && property.text === 'name';
      });
      if (isRead) found.push(node);
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

/** Where a project reads the name of a function or class, as `file: expression`. */
function findFunctionNames(config: string, folder: string): readonly string[] {
  const api = new API({ cwd: folder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (project === undefined) throw new Error(`${config} cannot be opened`);
    const { program, checker } = project;
    const files = program
      .getSourceFileNames()
      .filter((path) => path.startsWith(`${folder}/`) && !/node_modules|\.test\.ts$/.test(path));
    if (files.length === 0) throw new Error(`${config} has no files`);
    return files.flatMap((path) => {
      const file = program.getSourceFile(path);
      const reads = file ? findReadsOfName(file) : [];
      if (reads.length === 0) return [];
      const types = checker.getTypeAtLocation(reads);
      return reads.flatMap((node, index) => {
        const type = types[index];
        const property = type && checker.getPropertyOfType(type, 'name');
        const isOfFunction = property?.getParent()?.name === 'Function';
        return isOfFunction ? [`${relative(folder, path)}: ${node.getText(file)}`] : [];
      });
    });
  } finally {
    api.close();
  }
}

test('default: nothing depends on the name of a function, which bundlers change', () => {
  expect(findFunctionNames(join(root, 'src/tsconfig.json'), join(root, 'src'))).toEqual([]);
}, 60_000);

test('error: names of functions and classes are found, read or destructured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'function-names-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
    const text = [
      'const rule = () => 1;',
      'class Failure {}',
      'export const read = rule.name;',
      "export const rules = [rule].filter(({ name }) => name !== 'rule');",
      'export const text = new Failure().constructor.name + Failure.name;',
      "export const person = { name: 'Ada' }.name;",
    ].join('\n');
    writeFileSync(join(folder, 'sample.ts'), text);
    expect(findFunctionNames(join(folder, 'tsconfig.json'), folder)).toEqual([
      'sample.ts: rule',
      'sample.ts: { name }',
      'sample.ts: new Failure().constructor',
      'sample.ts: Failure',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
