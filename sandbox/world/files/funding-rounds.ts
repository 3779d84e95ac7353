import type { FundingRound } from '../market-history.ts';
import { readTable } from './csv-table.ts';
import { createDuplicateCheck } from './duplicate-rows.ts';
import { createDateParser, parseAssetId, parseOptionalNumber, parseText } from './parse-fields.ts';
import type { PriceGrid } from './price-grid.ts';

const columns = ['date', 'asset', 'round', 'amount_m', 'valuation_m', 'investors'] as const;

/**
 * Reads `rounds.csv` up to the last day of prices. The rounds are sorted by day, asset and the
 * other fields, so that the order of the rows does not matter.
 *
 * @throws {DataFileError} a row is malformed or duplicate.
 */
export function loadFundingRounds(folder: string, grid: PriceGrid): readonly FundingRound[] {
  const rounds: { readonly key: string; readonly round: FundingRound }[] = [];
  const seeOnce = createDuplicateCheck();
  const parseDate = createDateParser<(typeof columns)[number]>();
  for (const row of readTable(folder, { file: 'rounds.csv', columns }) ?? []) {
    const key = JSON.stringify(columns.map((column) => row.get(column)));
    seeOnce(row, key);
    const asset = grid.columnOf.get(parseAssetId(row, 'asset'));
    const day = parseDate(row, 'date') - grid.firstDay;
    const details = {
      type: parseText(row, 'round'),
      amountM: parseOptionalNumber(row, 'amount_m', { min: 0 }),
      valuationM: parseOptionalNumber(row, 'valuation_m', { min: 0 }),
      investors: splitInvestors(row.get('investors')),
    };
    if (asset !== undefined && day < grid.days)
      rounds.push({ key, round: { day, asset, ...details } });
  }
  return rounds
    .sort(
      (a, b) =>
        a.round.day - b.round.day ||
        a.round.asset - b.round.asset ||
        Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
    )
    .map(({ round }) => round);
}

function splitInvestors(text: string): readonly string[] {
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
