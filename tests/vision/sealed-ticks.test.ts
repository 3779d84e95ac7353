import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { expect, test } from 'vitest';
import { resolveProjectFile } from '../../src/lib/project-files.ts';
import { startGateway } from '../support/gateway.ts';
import { alice, bob, carol, newestTick, startPlayedBatch } from './support/played-batch.ts';

const schema = buildSchema(readFileSync(resolveProjectFile('generated/api.graphql'), 'utf8'));

/** Types that know nothing of the ticks of a batch; there the selection ends. */
const outside = new Set([
  'Dtf',
  'Portfolio',
  'Asset',
  'DataSource',
  'SourceAsset',
  'SimulationRun',
]);
/** The oracle itself decides what these show: they are its answers about a tick, unchanged. */
const answersOfOracle = new Set(['Tick.reveal']);

/** Selects every field of a type that can be asked for without arguments, and those of what it links to. */
function selectAll(typeName: string, above: readonly string[] = []): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type`);
  const fields = Object.values(type.getFields()).flatMap(
    (field: GraphQLField<unknown, unknown>) => {
      const { name } = getNamedType(field.type);
      if (field.args.some(isRequiredArgument)) return [];
      if (answersOfOracle.has(`${typeName}.${field.name}`)) return [];
      if (isLeafType(getNamedType(field.type))) return [field.name];
      if (outside.has(name) || above.includes(name) || !isObjectType(schema.getType(name)))
        return [];
      return [`${field.name} ${selectAll(name, [...above, typeName])}`];
    },
  );
  return `{ ${fields.join(' ')} __typename }`;
}

const everyPlayer = [alice, bob, carol]
  .map(
    (address, at) =>
      `p${at}: predictionPlayer(address: "${address}", ticks: 50) ${selectAll('PredictionPlayer')}`,
  )
  .join(' ');
const documents = {
  'the tick': `{ batch(id: 3) { tick(tickId: ${newestTick}) ${selectAll('Tick', ['Batch'])} } }`,
  'the newest ticks': `{ batch(id: 3) { ticks(first: 2) { edges { node ${selectAll('Tick', ['Batch'])} } } } }`,
  'the batch': `{ batch(id: 3) ${selectAll('Batch')} }`,
  'its statistics': `{ batch(id: 3) { statistics ${selectAll('BatchStatistics')} } }`,
  'the players': `{ ${everyPlayer} }`,
  'a replay of it': `{ replayBitmap(batchId: 3, bitmap: "0xc0", from: ${newestTick - 1}, to: ${newestTick}) ${selectAll('Replay')} }`,
  'a replay of a rule': `{ replayBitmap(batchId: 3, rule: { kind: MOMENTUM, lookback: 2 }) ${selectAll('Replay')} }`,
};

/** Asks a gateway whose oracle would reveal the sealed tick with these bitmaps; null: it would not. */
async function askAll(bitmap: string | null, now: number) {
  const sealed = { [newestTick]: { [alice]: bitmap ?? '', [bob]: '0x40', [carol]: '0x80' } };
  const { oracle, reads } = await startPlayedBatch({
    leaked: bitmap === null ? {} : sealed,
    now,
  });
  await using stack = new AsyncDisposableStack();
  stack.use(oracle);
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const found: Record<string, unknown> = {};
  for (const [what, document] of Object.entries(documents))
    found[what] = await gateway.query(document);
  const asked = [...reads.keys()].filter((path) => path.endsWith(`/reveal/3/${newestTick}`));
  return { found, asked };
}

test('behavior: whatever is asked about a sealed tick, its predictions change no answer', async () => {
  const now = Math.floor(Date.now() / 1000);
  const [up, down, sealed] = [
    await askAll('0xc0', now),
    await askAll('0x00', now),
    await askAll(null, now),
  ];
  expect(JSON.stringify(sealed.found)).toContain('"totalMatched"');
  expect(up.found).toEqual(down.found);
  expect(up.found).toEqual(sealed.found);
  expect([up.asked, down.asked, sealed.asked]).toEqual([[], [], []]);
});
