import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import { listGuidePages, readGuidePage } from '../../http/ops/guide-pages.ts';
import { introspectType } from './schema-tools.ts';

const schemaPrefix = 'dtf-graph://schema/';
const docsPrefix = 'dtf-graph://docs/';

/** What `resources/templates/list` returns: the URI of any type of the schema. */
export const resourceTemplates = [
  {
    uriTemplate: `${schemaPrefix}{type}`,
    name: 'Type of the GraphQL schema',
    description: 'One type of the GraphQL schema in SDL, such as Query.',
    mimeType: 'application/graphql',
  },
  {
    uriTemplate: `${docsPrefix}{page}`,
    name: 'Page of the documentation',
    description: 'One page of the documentation, such as types, errors or figures.',
    mimeType: 'text/markdown',
  },
];

/** Lists the root type of queries and all pages of the documentation. */
export const listResources = (): readonly Resource[] => [
  {
    uri: `${schemaPrefix}Query`,
    name: 'Query',
    description: 'What can be asked for, in SDL. Other types have URIs of the same form.',
    mimeType: 'application/graphql',
  },
  ...listGuidePages().map((page) => ({
    uri: `${docsPrefix}${page}`,
    name: page,
    mimeType: 'text/markdown',
  })),
];

/** Returns a type of the schema or a page of the documentation; null when there is none. */
export async function readResource(
  schema: GraphQLSchema,
  uri: string,
): Promise<ReadResourceResult | null> {
  if (uri.startsWith(schemaPrefix)) {
    const text = introspectType(schema, uri.slice(schemaPrefix.length));
    return text === null ? null : { contents: [{ uri, mimeType: 'application/graphql', text }] };
  }
  if (!uri.startsWith(docsPrefix)) return null;
  const text = await readGuidePage(uri.slice(docsPrefix.length));
  return text === null ? null : { contents: [{ uri, mimeType: 'text/markdown', text }] };
}
