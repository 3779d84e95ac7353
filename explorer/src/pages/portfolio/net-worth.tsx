import { Link } from 'react-router';
import { performanceDefinitions } from '../../generated/definitions.ts';
import type { NetWorthQuery } from '../../generated/graphql.ts';
import { formatDay, formatUsd } from '../../lib/format.ts';
import { Hint } from '../../ui/fields.tsx';
import { PercentChange, Stat, Stats, UsdGain } from '../../ui/figures.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TableFoot } from '../../ui/table-foot.tsx';
import './net-worth.css';
import { netWorthQuery, toWholePicture, type WholePicture } from './whole-picture.ts';

const definitions = {
  net: 'Shares in the wallet + pledged shares − debt + batch deposits, USD. USDC counts as one dollar; USDC in the wallet itself is not counted.',
  gain: 'Unrealized gain of all shares, pledged ones too + realized gain of sold shares − interest + profit in batches, USD. Shares at average cost with fees.',
  unrealized:
    'Value less average cost with fees of all shares that the wallet has, pledged ones too, USD.',
  realized: 'Proceeds of sold shares less their average cost with fees, USD.',
} as const;

/** Shows what a wallet is worth and what it earned, and how both add up from their parts. */
export function NetWorth({ address }: { readonly address: string }) {
  const variables = { wallet: address, address };
  return (
    <section className="part numbers" aria-label="Key figures">
      <QuerySection query={netWorthQuery} variables={variables} height={540} every={20_000}>
        {(data) => {
          const picture = toWholePicture(data);
          return (
            <>
              <Headline picture={picture} performance={data.portfolio.performance} />
              <Parts picture={picture} />
              <ReturnNote portfolio={data.portfolio} picture={picture} address={address} />
              <ProofLine
                source="Data node and oracles"
                query={netWorthQuery}
                variables={variables}
              />
            </>
          );
        }}
      </QuerySection>
    </section>
  );
}

function Headline(props: {
  readonly picture: WholePicture;
  readonly performance: NetWorthQuery['portfolio']['performance'];
}) {
  const { picture, performance } = props;
  const since = performance?.from == null ? '' : `since ${formatDay(performance.from)}`;
  return (
    <Stats>
      <Stat label={<Term label="Net worth" text={definitions.net} />}>
        {formatUsd(picture.netUsd)}
      </Stat>
      <Stat label={<Term label="Total gain" text={definitions.gain} />}>
        <UsdGain usd={picture.gainUsd} />
      </Stat>
      <Stat label={<Term label="Unrealized" text={definitions.unrealized} />}>
        <UsdGain usd={picture.unrealizedUsd} />
      </Stat>
      <Stat label={<Term label="Realized" text={definitions.realized} />}>
        <UsdGain usd={picture.realizedUsd} />
      </Stat>
      <Stat
        label={<Term label="Time-weighted" text={performanceDefinitions.timeWeightedReturnPct} />}
        note={since}
      >
        <PercentChange percent={performance?.timeWeightedReturnPct} />
      </Stat>
      <Stat
        label={<Term label="Money-weighted" text={performanceDefinitions.moneyWeightedReturnPct} />}
        note="a year"
      >
        <PercentChange percent={performance?.moneyWeightedReturnPct} />
      </Stat>
    </Stats>
  );
}

const Term = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <>
    {label} <Hint label={label} text={text} />
  </>
);

/** The parts of the net worth and of the gain, which add up to the last row. */
function Parts({ picture: { parts, netUsd, gainUsd } }: { readonly picture: WholePicture }) {
  return (
    <section aria-label="How it adds up" className="below-controls">
      <table className="sum-table">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="right">
              Value
            </th>
            <th scope="col" className="right minor">
              Cost
            </th>
            <th scope="col" className="right">
              Gain
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name}>
              <th scope="row">
                {part.name} <span className="muted small">{part.note}</span>
              </th>
              <td className="right">{part.valueUsd === 0 ? '–' : formatUsd(part.valueUsd)}</td>
              <td className="right minor muted">{formatUsd(part.costUsd)}</td>
              <td className="right">
                <UsdGain usd={part.gainUsd} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td className="right">{formatUsd(netUsd)}</td>
            <td className="minor" />
            <td className="right">
              <UsdGain usd={gainUsd} />
            </td>
          </tr>
        </tfoot>
      </table>
      <TableFoot
        of="How it adds up"
        file="net-worth"
        rows={() => [
          ['part', 'value_usd', 'cost_usd', 'gain_usd'],
          ...parts.map((part) => [part.csv, part.valueUsd, part.costUsd, part.gainUsd]),
          ['sum', netUsd, null, gainUsd],
        ]}
        count={parts.length}
      />
    </section>
  );
}

/** Says what the returns leave out. */
function ReturnNote(props: {
  readonly portfolio: NetWorthQuery['portfolio'];
  readonly picture: WholePicture;
  readonly address: string;
}) {
  const { portfolio, picture, address } = props;
  const hasPledged = (portfolio.lending.history?.totalCount ?? 0) > 0;
  return (
    <p className="muted small measure">
      The returns are those of fund shares in the wallet, without loans and batches.
      {hasPledged &&
        ' Shares that are pledged or released leave or enter the wallet without a trade, which the returns count as a loss or a gain; the sums above do not.'}
      {picture.untraded.length > 0 &&
        ` Shares of ${picture.untraded.join(', ')} came or left without a trade, by a transfer or a liquidation; their gain is that of the bought shares that are still there.`}{' '}
      <Link to={`/portfolio/${address}/analysis`}>Returns and risk</Link>
    </p>
  );
}
