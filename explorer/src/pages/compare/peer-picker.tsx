import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';

/** What can be compared: its word in the address of the page, and its names. */
export type PeerChoice = {
  readonly word: string;
  /** Short name, as in charts. */
  readonly name: string;
  /** What distinguishes it in a list. */
  readonly text: string;
  readonly kind: 'Funds' | 'Coins' | 'Latest runs';
};

const kinds = ['Coins', 'Funds', 'Latest runs'] as const;

/** The chosen peers, each with a button that removes it, and a list to add one. */
export function PeerPicker(props: {
  readonly offered: readonly PeerChoice[];
  readonly chosen: readonly PeerChoice[];
  /** Words of the address that name nothing. */
  readonly unknown: readonly string[];
  readonly max: number;
  readonly onChange: (words: readonly string[]) => void;
  /** Removes a word that names nothing. */
  readonly onForget: (word: string) => void;
}) {
  const { offered, chosen, unknown, max, onChange, onForget } = props;
  const words = chosen.map(({ word }) => word);
  const left = offered.filter(({ word }) => !words.includes(word));
  return (
    <div className="picker">
      {chosen.length > 0 && (
        <ul className="chips" aria-label="Chosen peers">
          {chosen.map(({ word, name, text, kind }) => {
            const shown = kind === 'Latest runs' ? text : name;
            return (
              <li key={word}>
                <Button
                  size="small"
                  aria-label={`${shown}, remove`}
                  onClick={() => onChange(words.filter((one) => one !== word))}
                >
                  {shown} <span aria-hidden="true">×</span>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {unknown.map((word) => (
        <p key={word} className="unknown-peer" role="status">
          <strong>{word}</strong> is not a fund, coin or run.{' '}
          <Button size="small" aria-label={`${word}, remove`} onClick={() => onForget(word)}>
            Remove
          </Button>
        </p>
      ))}
      <SelectField
        label="Add a fund, a coin or a run"
        value=""
        disabled={chosen.length >= max}
        onChange={({ target }) => target.value !== '' && onChange([...words, target.value])}
      >
        <option value="">{chosen.length >= max ? `At most ${max}` : 'Choose…'}</option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={kind}>
            {left
              .filter((one) => one.kind === kind)
              .map(({ word, text }) => (
                <option key={word} value={word}>
                  {text}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
    </div>
  );
}
