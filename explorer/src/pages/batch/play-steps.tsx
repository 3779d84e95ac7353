import type { OracleAnswerState } from '../../generated/graphql.ts';
import { formatNumber, shortenHex } from '../../lib/format.ts';
import { Badge } from '../../ui/figures.tsx';

/** One step of playing, with its state. */
export type PlayStep = {
  readonly name: string;
  readonly state: 'working' | 'done' | 'failed';
  readonly text?: string;
  readonly hash?: string;
};

/** The answer of an oracle to submitted predictions. */
export type OracleReply = {
  readonly oracle: number;
  readonly state: OracleAnswerState;
  readonly error: string | null;
};

const looks = {
  working: ['second', 'Working'],
  done: ['up', 'Done'],
  failed: ['down', 'Failed'],
} as const;

const answers = {
  ACCEPTED: ['up', 'accepted'],
  REFUSED: ['down', 'refused'],
  WAITING: ['neutral', 'has not answered yet'],
} as const satisfies Record<OracleAnswerState, readonly [string, string]>;

/** Shows the finished steps, newest last, and the answers of the oracles. */
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
          {props.oracles.map(({ oracle, state, error }) => (
            <li key={oracle} title={state === 'REFUSED' ? (error ?? undefined) : undefined}>
              <Badge tone={answers[state][0]}>
                Oracle {formatNumber(oracle)} {answers[state][1]}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
