import { findProject } from './real-projects.ts';

/** First parts of invented names; their first three letters are unique. */
const stems = (
  'Abrel Brivo Cendro Dalmo Ebrix Fenlo Gorvi Hestu Ilvar Jorma Keldu Lumbri Mavro Nexul Ondri ' +
  'Pelqua Quavi Rhodi Sorven Tambru Ulmek Velti Wexan Xandru Yorvel Zephlu Arquo Belvo Corlu ' +
  'Drevin Eskal Fjorm'
).split(' ');

/** Second parts of invented names; their first two letters are unique. */
const endings = 'ra nix dor mint vale tide loom gate forge spire wick harbor'.split(' ');

/** Bitcoin and Ether have no invented name. */
const majorCount = 2;

/**
 * Returns the name of an asset by its ordinal: 0 Bitcoin, 1 Ether, then real projects, then
 * invented names. All names are different.
 */
export function getAssetName(ordinal: number): {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
} {
  const project = findProject(ordinal);
  if (project !== undefined) return { id: project.id, symbol: project.symbol, name: project.name };
  const k = ordinal - majorCount;
  const column = k % stems.length;
  const row = Math.floor(k / stems.length);
  const lap = Math.floor(row / endings.length);
  const stem = stems[column] ?? '';
  const ending = endings[(row + column * 7) % endings.length] ?? '';
  const number = lap === 0 ? '' : String(lap + 1);
  const name = `${stem}${ending}${number}`;
  const symbol = `${stem.slice(0, 3)}${ending.slice(0, 2)}${number}`.toUpperCase();
  return { id: name.toLowerCase(), symbol, name };
}

/** Invented investors of the funding rounds. */
export const investorNames = [
  'Amberline Partners',
  'Bluewater Ledger Fund',
  'Cobalt Orchard',
  'Driftwood Capital Works',
  'Elmfield Ventures',
  'Foxglove Collective',
  'Granite Meridian',
  'Hollowbrook Syndicate',
  'Ironbark Labs Fund',
  'Juniper Crescent',
  'Kestrel Row Capital',
  'Lanternhouse',
] as const;
