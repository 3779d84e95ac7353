import type { Import } from './source-tree.ts';

/** A layer: which files are in it, and which other files those may import. */
type Layer = {
  readonly name: string;
  readonly holds: RegExp;
  /** Beside itself and packages. `$1` stands for the domain's name. */
  readonly mayImport: readonly string[];
  /** Erased at run time, so it makes no dependency: `import type` only. */
  readonly mayImportTypesOf?: readonly string[];
};

const values = ['src/lib/', 'src/config.ts', 'src/cache/', 'src/telemetry/', 'src/streaming/'];
const infrastructure = [...values, 'src/upstreams/', 'src/cluster/', 'src/context.ts'];
const kits = [...infrastructure, 'src/http/', 'src/graphql/'];
const domainKit = [
  ...kits,
  'src/finance/',
  'src/domains/domain-module.ts',
  'src/domains/change-poller.ts',
  'src/domains/example-wallet.ts',
  'src/domains/parse-wallet.ts',
  'src/domains/on-chain-metadata.ts',
  'src/domains/contract-text-reader.ts',
  'generated/abi/',
];
const graphqlTypes = ['generated/graphql/'];

/** HTTP/1.1 as a package of its own. */
const http1Client = 'packages/http1-client/';

/** Which layer may import which (`docs/architecture.md`); the first layer that holds a file counts. */
const layers: readonly Layer[] = [
  { name: 'the client', holds: /^packages\/client\//, mayImport: [] },
  { name: 'the HTTP/1.1 client', holds: /^packages\/http1-client\//, mayImport: [] },
  {
    name: 'lib',
    holds: /^src\/lib\//,
    mayImport: ['src/config.ts', 'generated/graphql/node-types.ts'],
  },
  { name: 'config', holds: /^src\/config\.ts$/, mayImport: ['src/lib/'] },
  { name: 'cache', holds: /^src\/cache\//, mayImport: ['src/lib/'] },
  {
    name: 'telemetry',
    holds: /^src\/telemetry\//,
    mayImport: ['src/lib/', 'src/cache/'],
  },
  { name: 'streaming', holds: /^src\/streaming\//, mayImport: ['src/lib/'] },
  { name: 'finance', holds: /^src\/finance\//, mayImport: ['src/lib/'] },
  {
    name: 'upstreams',
    holds: /^src\/upstreams\//,
    mayImport: [...values, 'generated/abi/', http1Client],
  },
  {
    name: 'cluster',
    holds: /^src\/cluster\//,
    mayImport: values,
    mayImportTypesOf: ['src/upstreams/'],
  },
  {
    name: 'context',
    holds: /^src\/context\.ts$/,
    mayImport: [...values, 'src/upstreams/', 'src/cluster/'],
  },
  {
    name: 'http',
    holds: /^src\/http\//,
    mayImport: [...values, http1Client],
  },
  {
    name: 'graphql',
    holds: /^src\/graphql\//,
    mayImport: [...values, 'src/context.ts', 'src/http/'],
  },
  {
    name: 'a domain on DTF shares',
    holds: /^src\/domains\/(portfolio|lending)\//,
    mayImport: [...domainKit, 'src/domains/$1/', 'src/domains/dtf/index.ts'],
    mayImportTypesOf: graphqlTypes,
  },
  {
    name: 'a domain',
    holds: /^src\/domains\/([^/]+)\//,
    mayImport: [...domainKit, 'src/domains/$1/'],
    mayImportTypesOf: graphqlTypes,
  },
  {
    name: 'the list of domains',
    holds: /^src\/domains\/[^/]+$/,
    mayImport: [...kits, 'src/domains/*/index.ts', 'src/domains/domain-module.ts'],
  },
  {
    name: 'app',
    holds: /^src\/app\.ts$/,
    mayImport: [...kits, 'src/domains/index.ts'],
  },
  {
    name: 'gateway',
    holds: /^src\/gateway\.ts$/,
    mayImport: [...kits, 'src/domains/index.ts', 'src/app.ts'],
  },
  {
    name: 'the gateway process',
    holds: /^src\/gateway-process\.ts$/,
    mayImport: ['src/lib/', 'src/config.ts', 'src/gateway.ts', 'src/v8-flags.ts'],
  },
  {
    name: 'main',
    holds: /^src\/main\.ts$/,
    mayImport: ['src/gateway-process.ts'],
  },
  { name: 'the sandbox', holds: /^sandbox\//, mayImport: ['sandbox/', 'generated/abi/'] },
];

/** The stack inside `src/graphql/`, from below; the first layer that holds a file counts. */
const graphqlStack: readonly (readonly [name: string, holds: RegExp])[] = [
  [
    'schema',
    /^src\/graphql\/(?:connection\/|pacing\/|cost\/(?:cost-(?:hints|arguments|directives)|field-weights)\.ts|(?:schema|scalars|variables|selection|relay-node|apply-max-points|wrap-resolvers|create-error-at|graphql-errors|error-limit|print-public-schema|semantic-non-null)\.ts)/,
  ],
  ['limits', /^src\/graphql\/(?:cost|usage|validation)\//],
  [
    'executor',
    /^src\/graphql\/(?:compiled-executor\/|inline-trace\/|(?:engine|document-store)\.ts)/,
  ],
  [
    'run-operation',
    /^src\/graphql\/(?:persisted-documents\/|(?:run-operation|operation-result|operation-span|execute-once-per-event)\.ts|request\/graphql-params\.ts)/,
  ],
  ['transports', /^src\/graphql\//],
];

/** Says what is wrong with an import, or nothing. */
export function findBrokenImportRule(one: Import): string | null {
  return findUpwardImport(one) ?? findBrokenLayerRule(one);
}

/** Says which layer of `src/graphql/` imports one above it, types included. */
function findUpwardImport({ from, to }: Import): string | null {
  const layerOf = (path: string) => graphqlStack.findIndex(([, holds]) => holds.test(path));
  const [own, other] = [layerOf(from), layerOf(to)];
  if (own < 0 || other <= own) return null;
  return `${from} imports ${to}: ${graphqlStack[own]?.[0]} is below ${graphqlStack[other]?.[0]}`;
}

function findBrokenLayerRule(one: Import): string | null {
  if (!/^(packages|src|sandbox|tests|scripts|bench|generated)\//.test(one.to)) return null;
  const layer = layers.find((candidate) => candidate.holds.test(one.from));
  if (layer === undefined) return null;
  const domain = layer.holds.exec(one.from)?.[1] ?? '';
  const isIn = (places: readonly string[]) =>
    places.some((place) => matches(place.replace('$1', domain), one.to));
  if (layer.holds.test(one.to) && (layer.holds.exec(one.to)?.[1] ?? '') === domain) return null;
  if (isIn(layer.mayImport)) return null;
  if (one.typeOnly && isIn(layer.mayImportTypesOf ?? [])) return null;
  return `${one.from} imports ${one.to}: ${layer.name} may not`;
}

/** `src/a/` holds everything below, `*` one folder, anything else is one file. */
function matches(place: string, path: string): boolean {
  if (place.endsWith('/')) return path.startsWith(place);
  const [head, tail] = place.split('*');
  if (tail === undefined) return path === place;
  const middle = path.slice(head?.length ?? 0, path.length - tail.length);
  return path.startsWith(head ?? '') && path.endsWith(tail) && !middle.includes('/');
}
