import type { Import } from './source-tree.ts';

/**
 * The groups of files that import each other in a circle, types included (strongly connected
 * components, Tarjan 1972); a file that imports nobody who leads back to it is in none.
 */
export function findImportCycles(imports: readonly Import[]): readonly (readonly string[])[] {
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  const order = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const place = order.size;
    order.set(file, place);
    path.push(file);
    let low = place;
    for (const { to: target } of importsOf.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (path.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === place) {
      const members = path.splice(path.indexOf(file));
      if (members.length > 1) circles.push(members.sort());
    }
    return low;
  }

  for (const file of importsOf.keys()) if (!order.has(file)) visit(file);
  return circles;
}
