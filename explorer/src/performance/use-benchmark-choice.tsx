import { useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import type { BenchmarkInput } from '../generated/graphql.ts';
import { formatRunName } from '../pages/backtest/format-run.ts';
import { SelectField } from '../ui/fields.tsx';
import { benchmarkChoicesQuery } from './benchmark-choices.ts';

/** Name of the parameter of the page's address: a ticker of a fund, or the number of a run. */
const param = 'against';

/** A benchmark that the reader chose. */
export type BenchmarkChoice = { readonly name: string; readonly input: BenchmarkInput };

/**
 * Returns the fund or run of the page's address with which a series is compared, null without one,
 * and the control that changes it.
 *
 * @param own - Ticker or run number of the series itself, which is not offered.
 */
export function useBenchmarkChoice(own: string) {
  const [params, setParams] = useSearchParams();
  const [{ data }] = useQuery({ query: benchmarkChoicesQuery, variables: {} });
  const funds = (data?.dtfs?.edges ?? [])
    .flatMap(({ node }) => (node.symbol === null || node.symbol === own ? [] : [node]))
    .sort((a, b) => (a.symbol ?? '').localeCompare(b.symbol ?? ''));
  const runs = (data?.simulationResults?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ runId }) => String(runId) !== own);
  const value = params.get(param) ?? '';
  const fund = funds.find(({ symbol }) => symbol?.toLowerCase() === value.toLowerCase());
  const choice: BenchmarkChoice | null = /^\d+$/.test(value)
    ? { name: `#${value}`, input: { run: value } }
    : fund === undefined
      ? null
      : { name: fund.symbol ?? '', input: { dtf: fund.itpId } };
  const control = (
    <SelectField
      label="Compare also with"
      value={choice === null ? '' : value}
      onChange={({ target }) =>
        setParams(
          (current) => {
            if (target.value === '') current.delete(param);
            else current.set(param, target.value);
            return current;
          },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      <option value="">None</option>
      {choice?.input.run != null && !runs.some(({ runId }) => String(runId) === value) && (
        <option value={value}>{choice.name}</option>
      )}
      <optgroup label="Funds">
        {funds.map(({ id, symbol, name }) => (
          <option key={id} value={symbol ?? ''}>
            {symbol} · {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="Latest runs">
        {runs.map((run) => (
          <option key={run.id} value={String(run.runId)}>
            {formatRunName(run)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
  return { choice, control };
}
