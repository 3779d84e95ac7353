import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  stripIgnoredCharacters,
} from 'graphql';

/** A document of `schema/operations/` and where the clients offer it. */
export type ClientOperation = {
  readonly name: string;
  readonly definition: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly location: string;
  /** The document without comments and unneeded space. */
  readonly text: string;
  readonly description: string;
  /** The response key of its only root field, which the clients return. */
  readonly field: string;
  readonly namespace: string;
  readonly method: string;
};

/** Namespaces of the clients by domain, with the words that their methods leave out. */
const namespaces: Readonly<
  Record<string, { readonly name: string; readonly implied: RegExp | null }>
> = {
  dtf: { name: 'funds', implied: /Dtfs?/ },
  prices: { name: 'prices', implied: /Asset/ },
  portfolio: { name: 'portfolios', implied: /Portfolio/ },
  lending: { name: 'lending', implied: /Lending/ },
  sim: { name: 'sim', implied: /Backtest|Simulation/ },
  vision: { name: 'vision', implied: /Batch(es)?|Bitmap/ },
  infra: { name: 'network', implied: /Network/ },
};

/** Domains by root field, as `Query.dtf`. */
async function readDomains(root: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(root, 'schema'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.graphql') && !name.startsWith('operations'));
  const domains = new Map<string, string>();
  for (const file of files) {
    const domain = /^\w+/.exec(file)?.[0] ?? '';
    for (const node of parse(await readFile(join(root, 'schema', file), 'utf8')).definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_EXTENSION && node.kind !== Kind.OBJECT_TYPE_DEFINITION)
        continue;
      for (const field of node.fields ?? []) {
        domains.set(`${node.name.value}.${field.name.value}`, domain);
      }
    }
  }
  return domains;
}

/** Reads the documents of `schema/operations/`, each with one root field. */
export async function readOperations(root: string): Promise<readonly ClientOperation[]> {
  const domains = await readDomains(root);
  const folder = 'schema/operations';
  const files = (await readdir(join(root, folder))).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const location = `${folder}/${file}`;
      const source = await readFile(join(root, location), 'utf8');
      const document = parse(source);
      const [definition] = document.definitions;
      if (definition?.kind !== Kind.OPERATION_DEFINITION || !definition.name) {
        throw new Error(`${location} needs a named operation`);
      }
      const [field, ...others] = definition.selectionSet.selections;
      if (field?.kind !== Kind.FIELD || others.length > 0) {
        throw new Error(`${location} needs exactly one root field`);
      }
      const type = definition.operation.replace(/^./, (first) => first.toUpperCase());
      const domain = domains.get(`${type}.${field.name.value}`) ?? 'root';
      const { name: namespace, implied } = namespaces[domain] ?? { name: domain, implied: null };
      const name = definition.name.value;
      return {
        name,
        definition,
        document,
        location,
        text: stripIgnoredCharacters(source),
        description: [...source.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' '),
        field: field.alias?.value ?? field.name.value,
        namespace,
        method: implied === null ? name : name.replace(implied, ''),
      };
    }),
  );
}

/** Returns the operations by namespace, in the order of the namespaces. */
export const groupByNamespace = (operations: readonly ClientOperation[]) =>
  Object.entries(Object.groupBy(operations, ({ namespace }) => namespace))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, members = []]) => ({ name, members }));
