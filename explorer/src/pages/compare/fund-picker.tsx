import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';

type Choice = {
  readonly itpId: string;
  readonly symbol: string | null;
  readonly name: string | null;
};

const nameOf = ({ symbol, itpId }: Choice) => symbol ?? itpId;

/** The chosen funds, each with a button that removes it, and a list to add one. */
export function FundPicker(props: {
  readonly funds: readonly Choice[];
  readonly chosen: readonly Choice[];
  readonly max: number;
  readonly onChange: (chosen: readonly Choice[]) => void;
}) {
  const { funds, chosen, max, onChange } = props;
  const left = funds
    .filter((fund) => !chosen.includes(fund))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <div className="picker">
      <ul className="chips" aria-label="Chosen funds">
        {chosen.map((fund) => (
          <li key={fund.itpId}>
            <Button
              size="small"
              aria-label={`${nameOf(fund)}, remove`}
              onClick={() => onChange(chosen.filter((one) => one !== fund))}
            >
              {nameOf(fund)} <span aria-hidden="true">×</span>
            </Button>
          </li>
        ))}
      </ul>
      <SelectField
        label="Add a fund"
        value=""
        disabled={chosen.length >= max}
        onChange={({ target }) => {
          const fund = funds.find(({ itpId }) => itpId === target.value);
          if (fund !== undefined) onChange([...chosen, fund]);
        }}
      >
        <option value="">Choose…</option>
        {left.map((fund) => (
          <option key={fund.itpId} value={fund.itpId}>
            {nameOf(fund)} {fund.name === null ? '' : `· ${fund.name}`}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
