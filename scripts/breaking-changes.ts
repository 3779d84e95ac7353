import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type ConstDirectiveNode, Kind, parse } from 'graphql';
import { isRecord } from '../src/lib/parse.ts';

/** A change that can break clients: the changed element and a description. */
export type BreakingChange = { readonly path: string; readonly message: string };

/** Returns the breaking changes between two printed schemas; `path` is `Type.field` or `Type`. */
export async function findSchemaBreaks(
  released: string,
  current: string,
): Promise<readonly BreakingChange[]> {
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }));
}

/**
 * Returns the `@key`s and `@shareable`s of a released subgraph that are gone, without those of
 * removed types and fields. `path` is `Type @key(fields: "…")` or `Type.field @shareable`.
 */
export function findSubgraphBreaks(released: string, current: string): readonly BreakingChange[] {
  const [before, now] = [readSubgraph(released), readSubgraph(current)];
  return [...before]
    .flatMap(([element, directives]) =>
      [...directives]
        .filter((directive) => now.get(element)?.has(directive) === false)
        .map((directive) => `${element} ${directive}`),
    )
    .map((path) => ({ path, message: `${path} was removed` }));
}

/** Returns the directives on which other subgraphs rely, by type and by field of a type. */
function readSubgraph(sdl: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (element: string, directives: readonly string[]) =>
    found.set(element, new Set([...(found.get(element) ?? []), ...directives]));
  for (const type of parse(sdl).definitions) {
    if (!('fields' in type)) continue;
    const { value: name } = type.name;
    add(name, (type.directives ?? []).filter(isResolvableKey).map(printKey));
    for (const field of type.fields ?? []) {
      // On a type, the directive stands for all fields of this definition or extension.
      const isShareable = [...(type.directives ?? []), ...(field.directives ?? [])].some(
        (directive) => directive.name.value === 'shareable',
      );
      add(`${name}.${field.name.value}`, isShareable ? ['@shareable'] : []);
    }
  }
  return found;
}

const argumentOf = (directive: ConstDirectiveNode, name: string) =>
  directive.arguments?.find((argument) => argument.name.value === name)?.value;

/** Returns whether other subgraphs can fetch the entity by this key. */
function isResolvableKey(directive: ConstDirectiveNode): boolean {
  const resolvable = argumentOf(directive, 'resolvable');
  return (
    directive.name.value === 'key' && !(resolvable?.kind === Kind.BOOLEAN && !resolvable.value)
  );
}

/** Prints a key, whatever separates its fields. */
function printKey(directive: ConstDirectiveNode): string {
  const fields = argumentOf(directive, 'fields');
  const names = fields?.kind === Kind.STRING ? fields.value.match(/[^\s,]+/g) : null;
  return `@key(fields: "${names?.join(' ')}")`;
}

/**
 * Returns the breaking changes between two OpenAPI documents: removed operations, parameters and
 * component properties, and parameters that have become required. `path` is `GET /path`, `GET /path
 * name` or `Component.property`.
 */
export function findOpenApiBreaks(released: unknown, current: unknown): readonly BreakingChange[] {
  const [before, now] = [readOpenApi(released), readOpenApi(current)];
  const gone = [...before.keys()]
    .filter((path) => !now.has(path))
    // Elements of a removed element are not listed separately.
    .filter((path, _at, all) => !all.some((one) => one !== path && path.startsWith(`${one} `)))
    .map((path) => ({ path, message: `${path} was removed` }));
  const required = [...now]
    .filter(([path, isRequired]) => isRequired && before.get(path) === false)
    .map(([path]) => ({ path, message: `${path} became required` }));
  const added = [...now]
    .filter(([path, isRequired]) => isRequired && !before.has(path) && isParameter(path))
    .filter(([path]) => before.has(path.slice(0, path.lastIndexOf(' '))))
    .map(([path]) => ({ path, message: `${path} was added and is required` }));
  return [...gone, ...required, ...added];
}

const isParameter = (path: string) => path.split(' ').length === 3;
const entriesOf = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);

/** Returns all elements on which clients rely; the value is true for required parameters. */
function readOpenApi(document: unknown): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  const { paths, components } = isRecord(document) ? document : {};
  for (const [path, item] of entriesOf(paths)) {
    for (const [method, operation] of entriesOf(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      found.set(name, false);
      const { parameters } = isRecord(operation) ? operation : {};
      for (const one of Array.isArray(parameters) ? parameters.filter(isRecord) : []) {
        found.set(`${name} ${one.name}`, one.required === true);
      }
    }
  }
  const { schemas } = isRecord(components) ? components : {};
  for (const [name, schema] of entriesOf(schemas)) {
    const { properties } = isRecord(schema) ? schema : {};
    for (const [property] of entriesOf(properties)) found.set(`${name}.${property}`, false);
  }
  return found;
}

/**
 * Returns the changes that the newest section of a changelog does not list.
 *
 * @param changelog - Lists breaking changes in lines ``- Breaking: `path` …``.
 */
export function findUnlistedChanges(
  changes: readonly BreakingChange[],
  changelog: string,
): readonly BreakingChange[] {
  const [, newest = ''] = changelog.split(/^## .*$/m);
  const listed = new Set(
    [...newest.matchAll(/^- Breaking: ((?:`[^`]+`(?:, | and )?)+)/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, path]) => path),
    ),
  );
  return changes.filter(({ path }) => !listed.has(path));
}
