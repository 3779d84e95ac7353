import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';

/** A generated file: its path relative to the root, and its content. */
type Output = { readonly path: string; readonly text: string };
type Field = GraphQLField<unknown, unknown>;

const objectTypes = (schema: GraphQLSchema): readonly GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('_'));
const isEntity = (type: GraphQLObjectType) =>
  type.getInterfaces().some(({ name }) => name === 'Node');
const isValueObject = ({ description }: GraphQLObjectType) =>
  description?.startsWith('Value object') ?? false;
const isConnection = (field: Field) => getNamedType(field.type).name.endsWith('Connection');
const connectionsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(isConnection);

/** Returns the arguments of a connection that select the list, without those that select a page. */
const listArguments = ({ args }: Field): readonly string[] =>
  args.map(({ name }) => name).filter((name) => !/^(first|after|last|before)$/.test(name));

/**
 * Returns type policies of Apollo Client: entities are cached by `id`, value objects are merged
 * into their parent, and connections are joined page by page.
 */
function apolloTypePolicies(schema: GraphQLSchema): string {
  const policies = objectTypes(schema).flatMap((type) => {
    const fields = connectionsOf(type).map(
      (field) =>
        `      ${field.name}: relayStylePagination(${JSON.stringify(listArguments(field))}),\n`,
    );
    const members = [
      ...(isEntity(type) ? ["    keyFields: ['id'],\n"] : []),
      ...(isValueObject(type) ? ['    merge: true,\n'] : []),
      ...(fields.length > 0 ? [`    fields: {\n${fields.join('')}    },\n`] : []),
    ];
    return members.length > 0 ? [`  ${type.name}: {\n${members.join('')}  },\n`] : [];
  });
  return `${header}import type { TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

${constant('typePolicies: TypePolicies', policies)}`;
}

/**
 * Returns keys and resolvers of urql's graphcache: entities are cached by `id`; other types have no
 * key.
 */
function graphcacheConfig(schema: GraphQLSchema): string {
  const keyless = objectTypes(schema)
    .filter((type) => !isEntity(type) && !/^(Query|Mutation|Subscription)$/.test(type.name))
    .map(({ name }) => `  ${name}: () => null,\n`);
  const resolvers = objectTypes(schema).flatMap((type) => {
    const fields = connectionsOf(type).map(({ name }) => `    ${name}: relayPagination(),\n`);
    return fields.length > 0 ? [`  ${type.name}: {\n${fields.join('')}  },\n`] : [];
  });
  return `${header}import type { KeyingConfig, ResolverConfig } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

${constant('keys: KeyingConfig', keyless)}
${constant('resolvers: ResolverConfig', resolvers)}`;
}

const constant = (declaration: string, members: readonly string[]) =>
  `export const ${declaration} = {\n${members.join('')}};\n`;

const header = '// Generated from the schema by `npm run generate`.\n';

/** Returns a page with a table of the types that have an identity and a table of the lists. */
function typesPage(schema: GraphQLSchema, keysOf: ReadonlyMap<string, readonly string[]>): string {
  const names = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ') || '–';
  const inputFields = (field: Field, argument: string): readonly string[] => {
    const type = field.args.find(({ name }) => name === argument)?.type;
    const named = type && getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  };
  const orders = (field: Field): readonly string[] => {
    const type = field.args.find(({ name }) => name === 'orderBy')?.type;
    const named = type && getNamedType(type);
    if (!isInputObjectType(named)) return [];
    const order = named.getFields().field?.type;
    const values = order && getNamedType(order);
    return values && 'getValues' in values ? values.getValues().map(({ name }) => name) : [];
  };
  const all = objectTypes(schema).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const lists = all.flatMap((owner) =>
    connectionsOf(owner).map((field) => ({ name: `${owner.name}.${field.name}`, field })),
  );
  const entities = all.filter(isEntity).map((type) => {
    const own = lists.filter(({ field }) => {
      const connection = getNamedType(field.type);
      const edges = isObjectType(connection) ? connection.getFields().edges : undefined;
      const edge = edges && getNamedType(edges.type);
      const node = isObjectType(edge) ? edge.getFields().node : undefined;
      return node !== undefined && getNamedType(node.type) === type;
    });
    const keys = keysOf.get(type.name) ?? [];
    return `| \`${type.name}\` | \`id\` | ${names(keys)} | yes | ${names(own.map(({ name }) => name))} |`;
  });
  const rows = lists.map(
    ({ name, field }) =>
      `| \`${name}\` | ${names(inputFields(field, 'filter'))} | ${names(orders(field))} |`,
  );
  return `# Types and lists of the graph

Generated from the schema by \`npm run generate\`.

| type | id | federation keys | \`node\` | lists |
|---|---|---|---|---|
${entities.join('\n')}

| list | \`filter\` | \`orderBy.field\` |
|---|---|---|
${rows.join('\n')}
`;
}

/** Returns the `@key` directives of a subgraph's SDL by type. */
function readKeys(subgraph: string): ReadonlyMap<string, readonly string[]> {
  const heads = subgraph.matchAll(/^type (\w+)([^{\n]*)\{/gm);
  return new Map(
    [...heads].map(([, name = '', head = '']) => [
      name,
      [...head.matchAll(/@key\(fields: "([^"]+)"/g)].map(([, fields = '']) => fields),
    ]),
  );
}

/**
 * Returns the cache configurations of clients, and the page of types and lists.
 *
 * @param schema - The schema of the API.
 * @param subgraph - The SDL with federation directives.
 */
export const renderClientCacheFiles = (
  schema: GraphQLSchema,
  subgraph: string,
): readonly Output[] => [
  ...['generated/clients', 'packages/client/src/generated'].flatMap((folder) => [
    { path: `${folder}/apollo.ts`, text: apolloTypePolicies(schema) },
    { path: `${folder}/graphcache.ts`, text: graphcacheConfig(schema) },
  ]),
  { path: 'docs/types.md', text: typesPage(schema, readKeys(subgraph)) },
];
