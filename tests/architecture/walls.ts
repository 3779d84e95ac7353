import type { Import } from './source-tree.ts';

/** A room of the house: which files are in it, and whose files those may import. */
type Room = {
  readonly name: string;
  readonly holds: RegExp;
  /** Beside itself and packages. `$1` stands for the slice's name. */
  readonly mayImport: readonly string[];
  /** Erased at run time, so it makes no dependency: `import type` only. */
  readonly mayImportTypesOf?: readonly string[];
};

const kits = ['src/core/', 'src/upstreams/', 'src/context.ts', 'src/http/', 'src/graphql/'];
const sliceKit = [...kits, 'src/domains/slice.ts', 'generated/abi/'];
const graphTypes = ['generated/graphql/'];

/** Who may import whom (`docs/architecture.md`); the first room that holds a file counts. */
const rooms: readonly Room[] = [
  { name: 'core', holds: /^src\/core\//, mayImport: [] },
  { name: 'upstreams', holds: /^src\/upstreams\//, mayImport: ['src/core/', 'generated/abi/'] },
  {
    name: 'context',
    holds: /^src\/context\.ts$/,
    mayImport: ['src/core/', 'src/upstreams/'],
  },
  { name: 'http', holds: /^src\/http\//, mayImport: ['src/core/', 'src/upstreams/http1/'] },
  {
    name: 'graphql',
    holds: /^src\/graphql\//,
    mayImport: ['src/core/', 'src/context.ts', 'src/http/'],
  },
  {
    name: 'a slice on DTF shares',
    holds: /^src\/domains\/(portfolio|lending)\//,
    mayImport: [...sliceKit, 'src/domains/$1/', 'src/domains/dtf/index.ts'],
    mayImportTypesOf: graphTypes,
  },
  {
    name: 'a slice',
    holds: /^src\/domains\/([^/]+)\//,
    mayImport: [...sliceKit, 'src/domains/$1/'],
    mayImportTypesOf: graphTypes,
  },
  {
    name: 'the list of slices',
    holds: /^src\/domains\/[^/]+$/,
    mayImport: [...kits, 'src/domains/*/index.ts', 'src/domains/slice.ts'],
  },
  { name: 'doors', holds: /^src\/doors\.ts$/, mayImport: [...kits, 'src/domains/index.ts'] },
  {
    name: 'gateway',
    holds: /^src\/gateway\.ts$/,
    mayImport: [...kits, 'src/domains/index.ts', 'src/doors.ts'],
  },
  {
    name: 'main',
    holds: /^src\/main\.ts$/,
    mayImport: ['src/core/', 'src/gateway.ts', 'src/collector-flags.ts'],
  },
  { name: 'the sandbox', holds: /^sandbox\//, mayImport: ['sandbox/', 'generated/abi/'] },
];

/** Says what is wrong with an import, or nothing. */
export function brokenWall(one: Import): string | null {
  if (!/^(src|sandbox|tests|scripts|bench|generated)\//.test(one.to)) return null;
  const room = rooms.find((candidate) => candidate.holds.test(one.from));
  if (room === undefined) return null;
  const slice = room.holds.exec(one.from)?.[1] ?? '';
  const isIn = (places: readonly string[]) =>
    places.some((place) => matches(place.replace('$1', slice), one.to));
  if (room.holds.test(one.to) && (room.holds.exec(one.to)?.[1] ?? '') === slice) return null;
  if (isIn(room.mayImport)) return null;
  if (one.typeOnly && isIn(room.mayImportTypesOf ?? [])) return null;
  return `${one.from} imports ${one.to}: ${room.name} may not`;
}

/** `src/a/` holds everything below, `*` one folder, anything else is one file. */
function matches(place: string, path: string): boolean {
  if (place.endsWith('/')) return path.startsWith(place);
  const [head, tail] = place.split('*');
  if (tail === undefined) return path === place;
  const middle = path.slice(head?.length ?? 0, path.length - tail.length);
  return path.startsWith(head ?? '') && path.endsWith(tail) && !middle.includes('/');
}
