type Parameter = { readonly name: string; readonly type: string };
type AbiItem = {
  readonly type: string;
  readonly name: string;
  readonly inputs: readonly Parameter[];
  readonly outputs?: readonly Parameter[];
  readonly stateMutability?: string;
};

/** Names of the contract functions that players call. */
const playerFunctions = [
  'allowance',
  'approve',
  'claimRewards',
  'joinBatch',
  'updateBitmap',
  'withdraw',
];

/** Returns the functions of an interface that players call, and all its errors. */
function selectForPlayers(abi: readonly object[]): readonly AbiItem[] {
  const bare = (parameters: readonly Parameter[]) =>
    parameters.map(({ name, type }) => ({ name, type }));
  return (abi as readonly AbiItem[])
    .filter(
      ({ type, name }) =>
        type === 'error' || (type === 'function' && playerFunctions.includes(name)),
    )
    .map(({ type, name, inputs, outputs, stateMutability }) => ({
      type,
      name,
      inputs: bare(inputs),
      ...(outputs && stateMutability ? { outputs: bare(outputs), stateMutability } : {}),
    }));
}

/** Reads the interfaces of the contracts, after they have been generated. */
async function readAbis() {
  const { visionAbi } = await import('../generated/abi/vision.ts');
  const { usdc18Abi } = await import('../generated/abi/usdc18.ts');
  return { vision: selectForPlayers(visionAbi), usdc: selectForPlayers(usdc18Abi) };
}

/** Returns the TypeScript and the Python module with what players call of the contracts. */
export async function renderPlayerAbis(): Promise<{
  readonly typeScript: string;
  readonly python: string;
}> {
  const { vision, usdc } = await readAbis();
  const constant = (name: string, title: string, items: readonly AbiItem[]) =>
    [
      `/** ${title} */`,
      `export const ${name} = [`,
      ...items.map((item) => `  ${JSON.stringify(item)},`),
      '] as const;\n',
    ].join('\n');
  const signatures = (type: string) => {
    const items = [...vision, ...usdc].filter((item) => item.type === type);
    return new Map(
      items.map(({ name, inputs }) => [
        name,
        `${name}(${inputs.map(({ type }) => type).join(',')})`,
      ]),
    );
  };
  const functions = [...signatures('function')].map(
    ([name, text]) => `    "${name}": "${text}",\n`,
  );
  const errors = [...signatures('error').values()].map((text) => `    "${text}",\n`);
  const source = 'Generated from `generated/abi/` by `npm run generate`.';
  return {
    typeScript: [
      `// ${source}`,
      constant('visionAbi', 'What a player calls of `Vision`, and its errors.', vision),
      constant('usdcAbi', 'What a player calls of the L3 chain’s USDC, and its errors.', usdc),
    ].join('\n'),
    python: `"""What a player calls of the contracts, and their errors. ${source}"""

from typing import Dict, List

FUNCTIONS: Dict[str, str] = {
${functions.join('')}}

ERRORS: List[str] = [
${errors.join('')}]
`,
  };
}
