/**
 * Compiles every contract under `contracts/` into `generated/abi/<kebab-name>.ts` and
 * `sandbox/chain/artifacts/<Name>.json`. With `--check` it writes nothing and fails on drift.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import solc from 'solc';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const contractsDir = join(root, 'contracts');
const abiDir = join(root, 'generated', 'abi');
const artifactsDir = join(root, 'sandbox', 'chain', 'artifacts');

const compilerOutput = z.object({
  errors: z
    .array(z.object({ severity: z.string(), formattedMessage: z.string() }))
    .default(() => []),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.record(z.string(), z.unknown())),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default(() => ({})),
});

/** A generated file with its path and content. */
type Output = { readonly path: string; readonly text: string };

/** Converts PascalCase to kebab-case: `Usdc18` → `usdc18`, `NavOracle` → `nav-oracle`. */
function kebab(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const names = await readdir(contractsDir, { recursive: true });
  const files = names
    .filter((name) => name.endsWith('.sol'))
    .map((name) => name.replace(/\\/g, '/'));
  const entries = files.toSorted().map(async (name) => {
    return [name, { content: await readFile(join(contractsDir, name), 'utf8') }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function compile(sources: Record<string, { content: string }>): z.infer<typeof compilerOutput> {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'prague',
      // Without the metadata, changed comments do not change the bytecode.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = compilerOutput.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  if (output.errors.length > 0) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  }
  return output;
}

/**
 * Returns the generated files of all deployable contracts. Each contract must be in a file of its
 * own name.
 */
function render(output: z.infer<typeof compilerOutput>): Output[] {
  return Object.entries(output.contracts).flatMap(([file, contracts]) => {
    const name = basename(file, '.sol');
    const contract = contracts[name];
    const callable = contract?.abi.some((item) => item.type === 'function') ?? false;
    if (contract === undefined || !callable || contract.evm.bytecode.object === '') return [];
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Abi`;
    const items = contract.abi.map((item) => `  ${JSON.stringify(item)},\n`).join('');
    const head = `/** Interface of \`contracts/${file}\`; written by \`scripts/compile-contracts.ts\`. */\n`;
    return [
      {
        path: join(abiDir, `${kebab(name)}.ts`),
        text: `${head}export const ${constant} = [\n${items}] as const;\n`,
      },
      {
        path: join(artifactsDir, `${name}.json`),
        text: `${JSON.stringify({ bytecode: `0x${contract.evm.bytecode.object}` })}\n`,
      },
    ];
  });
}

async function generatedFiles(directory: string, extension: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => name.endsWith(extension)).map((name) => join(directory, name));
}

/**
 * Writes the interfaces and bytecode of the contracts, or with `check` only compares them with the
 * files.
 *
 * @returns the paths, relative to the repository, of files that differed.
 * @throws {Error} a contract does not compile, or compiles with a warning.
 */
export async function generateContracts(options: { check: boolean }): Promise<string[]> {
  const outputs = render(compile(await readSources()));
  const wanted = new Set(outputs.map((output) => output.path));
  const present = [
    ...(await generatedFiles(abiDir, '.ts')),
    ...(await generatedFiles(artifactsDir, '.json')),
  ];
  const stale = present.filter((path) => !wanted.has(path));
  const changed: Output[] = [];
  for (const output of outputs) {
    const current = await readFile(output.path, 'utf8').catch(() => undefined);
    if (current !== output.text) changed.push(output);
  }
  if (!options.check) {
    await Promise.all([
      mkdir(abiDir, { recursive: true }),
      mkdir(artifactsDir, { recursive: true }),
    ]);
    await Promise.all(changed.map((output) => writeFile(output.path, output.text)));
    await Promise.all(stale.map((path) => rm(path)));
  }
  return [...changed.map((output) => output.path), ...stale].map((path) =>
    path.slice(root.length + 1),
  );
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const changed = await generateContracts({ check });
  for (const path of changed) console.log(`${check ? 'differs' : 'written'}: ${path}`);
  if (check && changed.length > 0) {
    console.error(
      'generated contract files differ from contracts/: run node scripts/compile-contracts.ts',
    );
    process.exitCode = 1;
  }
}
