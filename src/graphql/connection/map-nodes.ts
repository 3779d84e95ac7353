import type { Connection } from './list.ts';

/** Returns a page with other nodes. The edges keep their other fields, and cursors stay lazy. */
export function mapNodes<E extends { readonly node: unknown }, N>(
  { edges, ...page }: Connection<E>,
  toNode: (node: E['node']) => N,
): Connection<Omit<E, 'node'> & { readonly node: N }> {
  return {
    ...page,
    edges: edges.map((edge) =>
      Object.assign(Object.create(edge) as typeof edge, { node: toNode(edge.node) }),
    ),
  };
}
