/** Words that are written otherwise than in lower case. */
const words: Readonly<Record<string, string>> = {
  itp: 'ITP',
  l3: 'L3',
  nav: 'NAV',
  usdc: 'USDC',
  wusdc: 'WUSDC',
  id: 'id',
};

/**
 * Formats the name that a deployment file gives a contract as words.
 *
 * @example formatContractName('ITP_NAV_ORACLE') // 'ITP NAV oracle'
 * @example formatContractName('OracleRegistry') // 'Oracle registry'
 */
export function formatContractName(name: string): string {
  const parts = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').split('_');
  const text = parts.map((part) => words[part.toLowerCase()] ?? part.toLowerCase()).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
