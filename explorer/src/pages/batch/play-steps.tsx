import { formatNumber, shortenHex } from '../../lib/format.ts';
import { Badge } from '../../ui/figures.tsx';

/** One step of playing with its state. */
export type PlayStep = {
  readonly name: string;
  readonly state: 'working' | 'done' | 'failed';
  readonly text?: string;
  readonly hash?: string;
};

/** What an oracle said to a bitmap. */
export type OracleReply = {
  readonly oracle: number;
  readonly accepted: boolean;
  readonly error: string | null;
};

const looks = {
  working: ['second', 'Working'],
  done: ['up', 'Done'],
  failed: ['down', 'Failed'],
} as const;

/** The steps that were taken, newest last, and what the oracles said. */
export function PlaySteps(props: {
  readonly steps: readonly PlayStep[];
  readonly oracles: readonly OracleReply[];
}) {
  return (
    <div aria-live="polite">
      <ol className="steps">
        {props.steps.map(({ name, state, text, hash }) => (
          <li key={name} className="step small">
            <Badge tone={looks[state][0]}>{looks[state][1]}</Badge>
            <span>
              {name}
              {hash !== undefined && <span className="mono muted"> {shortenHex(hash)}</span>}
              {text !== undefined && <span className="step-text">{text}</span>}
            </span>
          </li>
        ))}
      </ol>
      {props.oracles.length > 0 && (
        <ul className="oracles" aria-label="Oracles">
          {props.oracles.map(({ oracle, accepted, error }) => (
            <li key={oracle} title={error ?? undefined}>
              <Badge tone={accepted ? 'up' : 'down'}>
                Oracle {formatNumber(oracle)} {accepted ? 'accepted' : 'refused'}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
