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
import { dueInterestDefinition } from '../lending/accrued-interest.ts';
import { Gain } from './gain.tsx';
import {
  describeMoves,
  gainOnPurchasesDefinition,
  returnScope,
  untradedDefinition,
} from './untraded-moves.ts';
import { netWorthQuery, toWholePicture, type WholePicture } from './whole-picture.ts';

const definitions = {
  net: 'Shares in the wallet + pledged shares − debt + batch deposits, USD. USDC counts as one dollar; USDC in the wallet itself is not counted.',
  gain: 'Unrealized gain on all shares (including pledged ones) + realized gain on sold and liquidated shares − interest + profit in batches, USD. Shares at average cost with fees.',
  partValue: 'What the part is worth now, USD: shares at NAV, a debt below 0, balances in batches.',
  partCost:
    'What was paid for the part, USD: average cost with fees of bought shares, what was borrowed less what was paid back below 0, deposits less withdrawals of batches.',
  partGain: 'Value less cost, USD; for sold and liquidated shares, proceeds less their cost.',
} as const;

/** Shows what a wallet is worth and what it earned, and how both add up from their parts. */
export function NetWorth({ address }: { readonly address: string }) {
  const variables = { wallet: address, address };
  return (
    <section className="part numbers" aria-label="Key figures">
      <QuerySection query={netWorthQuery} variables={variables} height={510} every={20_000}>
        {(data) => {
          const picture = toWholePicture(data);
          return (
            <>
              <Headline picture={picture} performance={data.portfolio.performance} />
              <Parts picture={picture} address={address} />
              <ReturnNote picture={picture} address={address} />
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

/** What the wallet is worth, what it gained and what it returned. */
function Headline(props: {
  readonly picture: WholePicture;
  readonly performance: NetWorthQuery['portfolio']['performance'];
}) {
  const { picture, performance } = props;
  const since =
    performance?.from == null ? 'return' : `return since ${formatDay(performance.from)}`;
  const { moves } = picture;
  const isTimeWeightedSound = moves === null;
  const isMoneyWeightedSound = moves?.isMoneyWeightedSound ?? true;
  const gainPct = moves?.gainOnPurchasesPct;
  return (
    <Stats>
      <Stat
        label="Net worth"
        definition={
          picture.due === null ? definitions.net : `${definitions.net} ${dueInterestDefinition}`
        }
        note={`without USDC in the wallet${
          picture.due === null ? '' : `, before ≈${formatUsd(picture.due.usd)} interest due`
        }`}
      >
        {formatUsd(picture.netUsd)}
      </Stat>
      <Stat label="Total gain" definition={definitions.gain} note={describeGain(picture)}>
        <Gain usd={picture.gainUsd} unknownUsd={picture.unknownUsd} />
      </Stat>
      {isTimeWeightedSound && (
        <Stat
          label="Time-weighted"
          definition={performanceDefinitions.timeWeightedReturnPct}
          note={since}
        >
          <PercentChange percent={performance?.timeWeightedReturnPct} />
        </Stat>
      )}
      {gainPct != null && (
        <Stat
          label="Gain on purchases"
          definition={gainOnPurchasesDefinition}
          note="shares alone, of what all of them cost"
        >
          <PercentChange percent={gainPct} />
        </Stat>
      )}
      {isMoneyWeightedSound && (
        <Stat
          label="Money-weighted"
          definition={performanceDefinitions.moneyWeightedReturnPct}
          note="return a year"
        >
          <PercentChange percent={performance?.moneyWeightedReturnPct} />
        </Stat>
      )}
      {!isTimeWeightedSound && (
        <Stat
          label={isMoneyWeightedSound ? 'Time-weighted' : 'Return'}
          definition={untradedDefinition}
          note="shares moved without a trade"
        >
          <span className="muted">not stated</span>
        </Stat>
      )}
    </Stats>
  );
}

/** Shows the gain of batches; as unknown if the leaderboard does not rank the wallet. */
const BatchGain = ({ picture }: { readonly picture: WholePicture }) =>
  picture.isUnranked ? (
    <span className="muted">unknown</span>
  ) : (
    <UsdGain usd={picture.batchesUsd} />
  );

/** Says what the total gain includes and leaves out. */
function describeGain(picture: WholePicture): string {
  const { gainUsd, unknownUsd, isUnranked } = picture;
  if (gainUsd === null && unknownUsd > 0)
    return `cost of ${formatUsd(unknownUsd)} of shares is unknown`;
  const included = [
    'shares',
    picture.interestUsd !== 0 && 'debt',
    picture.liquidatedUsd !== 0 && 'liquidations',
    picture.batchesUsd !== 0 && !isUnranked && 'batches',
  ].filter((part) => part !== false);
  const leftOut = [
    unknownUsd > 0 && `${formatUsd(unknownUsd)} of shares of unknown cost`,
    isUnranked && 'batches: not ranked',
  ].filter((part) => part !== false);
  return `of ${joinWords(included)}${leftOut.length === 0 ? '' : `, without ${joinWords(leftOut)}`}`;
}

const joinWords = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The parts of the net worth and of the gain, which add up to the last row. */
function Parts(props: { readonly picture: WholePicture; readonly address: string }) {
  const { picture, address } = props;
  const { parts, netUsd, gainUsd, unknownUsd } = picture;
  return (
    <section aria-label="How it adds up" className="below-controls tight-table">
      <table className="sum-table">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="right">
              Value <Hint label="Value" text={definitions.partValue} />
            </th>
            <th scope="col" className="right minor">
              Cost <Hint label="Cost" text={definitions.partCost} />
            </th>
            <th scope="col" className="right">
              Gain <Hint label="Gain" text={definitions.partGain} />
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name}>
              <th scope="row">
                {part.name} <Hint label={part.name} text={part.definition} />{' '}
                <span className="muted small">
                  {part.note}
                  {part.unknownUsd > 0 &&
                    part.costUsd !== null &&
                    `; cost and gain without ${formatUsd(part.unknownUsd)} of unknown cost`}
                  {part.inHistory && (
                    <>
                      . <Link to={`/lending?wallet=${address}`}>Loan history</Link>
                    </>
                  )}
                </span>
              </th>
              <td className="right">{part.valueUsd === 0 ? '–' : formatUsd(part.valueUsd)}</td>
              <td className="right minor muted">
                {part.costUsd === null && part.unknownUsd > 0 ? 'unknown' : formatUsd(part.costUsd)}
              </td>
              <td className="right">
                {part.csv === 'batch_deposits' ? (
                  <BatchGain picture={picture} />
                ) : (
                  <Gain usd={part.gainUsd} unknownUsd={part.unknownUsd} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              Sum{' '}
              {unknownUsd > 0 && (
                <span className="muted small">The gain is {leftOutOfSum(picture)}</span>
              )}
              {picture.isUnranked && (
                <span className="muted small">The gain excludes that of batches</span>
              )}
            </th>
            <td className="right">{formatUsd(netUsd)}</td>
            <td className="minor" />
            <td className="right">
              <Gain usd={gainUsd} unknownUsd={unknownUsd} />
            </td>
          </tr>
        </tfoot>
      </table>
      <TableFoot
        of="How it adds up"
        file="net-worth"
        rows={() => [
          ['part', 'value_usd', 'cost_usd', 'gain_usd', 'value_of_unknown_cost_usd'],
          ...parts.map((part) => [
            part.csv,
            part.valueUsd,
            part.costUsd,
            part.gainUsd,
            part.unknownUsd,
          ]),
          ['sum', netUsd, null, gainUsd, unknownUsd],
        ]}
        count={parts.length}
      />
    </section>
  );
}

const leftOutOfSum = ({ gainUsd, unknownUsd }: WholePicture) =>
  gainUsd === null
    ? `unknown: ${formatUsd(unknownUsd)} of shares came without a known purchase`
    : `that of the other parts: ${formatUsd(unknownUsd)} of shares came without a known purchase`;

/** Says what the returns leave out, or why there is none. */
function ReturnNote(props: { readonly picture: WholePicture; readonly address: string }) {
  const { moves } = props.picture;
  return (
    <p className="muted small measure">
      {moves === null
        ? returnScope
        : `${describeMoves(moves)} A time-weighted return would count that as a loss or a gain, so none is stated; the figures above do not count it.`}{' '}
      <Link to={`/portfolio/${props.address}/analysis`}>Returns and risk</Link>
    </p>
  );
}
