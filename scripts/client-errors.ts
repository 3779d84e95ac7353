/** A row of the tables in `docs/errors.md`. */
export type ErrorRow = {
  readonly code: string;
  readonly className: string;
  readonly when: string;
};

/** Returns the first row of each code. A row without a class gets a name made from its code. */
export function readErrorTable(page: string): readonly ErrorRow[] {
  const rows = new Map<string, ErrorRow>();
  const add = (code: string, className: string, when: string) => {
    if (!rows.has(code)) rows.set(code, { code, className, when: withoutLinks(when) });
  };
  for (const line of page.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, first = '', second = '', third = '', fourth = ''] = cells;
    const name = /^`(\w+Error)`$/.exec(first)?.[1];
    const code = /^`([A-Z][A-Z_]+)`$/.exec(name === undefined ? first : third)?.[1];
    if (code === undefined) continue;
    if (name !== undefined) add(code, name, fourth);
    else if (/^\d/.test(second)) add(code, classNameOf(code), third);
  }
  return [...rows.values()];
}

const classNameOf = (code: string) =>
  `${code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase())}Error`;

const withoutLinks = (text: string) =>
  text
    .replaceAll(/ ?\(\[[^\]]+\]\([^)]*\)\)/g, '')
    .replaceAll(/ \(`src\/[^)]*\)/g, '')
    .replace(/^./, (first) => first.toUpperCase());

const header = 'Generated from `docs/errors.md` by `npm run generate`.';

/** Returns the module with an error class for each code. */
export function renderTypeScriptErrors(rows: readonly ErrorRow[]): string {
  const classes = rows.map(({ code, className, when }) =>
    [
      `/** \`${code}\`: ${when}. */`,
      `export class ${className} extends DtfGraphError {`,
      `  override readonly name = '${className}';`,
      '}\n',
    ].join('\n'),
  );
  const map = [
    '/** Error classes by code. */',
    'export const errorClasses: Readonly<Record<string, typeof DtfGraphError>> = {',
    ...rows.map(({ code, className }) => `  ${code}: ${className},`),
    '};\n',
  ];
  return `// ${header}
import { DtfGraphError } from '../dtf-graph-error.ts';

${classes.join('\n')}
${map.join('\n')}`;
}

/** Returns the Python module with an error class for each code. */
export function renderPythonErrors(rows: readonly ErrorRow[]): string {
  const classes = rows.map(
    ({ code, className, when }) =>
      `class ${className}(DtfGraphError):\n    ${JSON.stringify(`\`${code}\`: ${when}.`)}\n`,
  );
  const entries = rows.map(({ code, className }) => `    "${code}": ${className},\n`);
  return `"""Error classes by code. ${header}"""

from typing import Dict, Type

from .base_error import DtfGraphError

${classes.map((text) => `\n${text}`).join('\n')}

ERROR_CLASSES: Dict[str, Type[DtfGraphError]] = {
${entries.join('')}}
`;
}
