import { useState } from 'react';
import type { SweepDimension } from '../../generated/graphql.ts';
import { formatCount, formatLabel } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import {
  countRuns,
  labelOfRows,
  parseRowValues,
  type RowParameter,
  rowParametersOf,
  type SweepPlan,
  sweepDimensions,
  usualRowValues,
} from './sweep-plan.ts';

type SweepFieldsProps = {
  /** The plan of the page's address. */
  readonly plan: SweepPlan | null;
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
  /** Number of weighting schemes that fit the category. */
  readonly schemeCount: number;
  readonly isRunning: boolean;
  readonly onSweep: (plan: SweepPlan) => void;
};

/** Number of categories that a sweep over categories proposes, those with the most coins. */
const usualCategories = 8;
/** Most categories that the API takes. */
const maxCategories = 50;

/** The part of the form that chooses what a sweep varies, and says how many runs that takes. */
export function SweepFields(props: SweepFieldsProps) {
  const { plan, categories, schemeCount, isRunning, onSweep } = props;
  const [dimension, setDimension] = useState<SweepDimension>(plan?.dimension ?? 'TOP_N');
  const [rowName, setRowName] = useState<RowParameter | null>(plan?.rows?.name ?? null);
  const [rowText, setRowText] = useState(plan?.rows?.values.join(', ') ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(
    plan !== null && plan.categories.length > 0
      ? plan.categories
      : categories.slice(0, usualCategories).map(({ slug }) => slug),
  );
  const offered = rowParametersOf(dimension);
  const name = rowName !== null && offered.includes(rowName) ? rowName : null;
  const values = name === null ? [] : parseRowValues(name, rowText);
  const next: SweepPlan | null =
    typeof values === 'string' || (dimension === 'CATEGORY' && chosen.length === 0)
      ? null
      : { dimension, categories: chosen, rows: name === null ? null : { name, values } };
  return (
    <fieldset className="sweep-fields">
      <legend className="visually-hidden">Sweep</legend>
      <SelectField
        label="Sweep over"
        value={dimension}
        onChange={({ target }) => setDimension(target.value as SweepDimension)}
      >
        {sweepDimensions.map((one) => (
          <option key={one} value={one}>
            {formatLabel(one)}
          </option>
        ))}
      </SelectField>
      {dimension === 'CATEGORY' && (
        <details className="category-choice">
          <summary>{formatCount(chosen.length, 'category', 'categories')}</summary>
          <ul className="run-list">
            {categories.map(({ slug, name: text }) => (
              <li key={slug} className="list-row">
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(slug)}
                    disabled={!chosen.includes(slug) && chosen.length >= maxCategories}
                    onChange={({ target }) =>
                      setChosen((now) =>
                        target.checked ? [...now, slug] : now.filter((one) => one !== slug),
                      )
                    }
                  />
                  {text}
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
      <SelectField
        label="And over"
        hint="A second parameter makes a heatmap: one sweep for each of its values."
        value={name ?? ''}
        onChange={({ target }) => {
          const one = offered.find((parameter) => parameter === target.value) ?? null;
          setRowName(one);
          if (one !== null) setRowText(usualRowValues(one));
        }}
      >
        <option value="">Nothing else</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {labelOfRows(one)}
          </option>
        ))}
      </SelectField>
      {name !== null && (
        <TextField
          label="Values"
          value={rowText}
          onChange={({ target }) => setRowText(target.value)}
          error={typeof values === 'string' ? values : undefined}
        />
      )}
      <div className="sweep-start">
        <p className="small muted" role="status">
          {next !== null && describePlan(next, schemeCount)}
        </p>
        <Button
          disabled={isRunning || next === null}
          onClick={() => next !== null && onSweep(next)}
        >
          Sweep
        </Button>
      </div>
    </fieldset>
  );
}

function describePlan(plan: SweepPlan, schemeCount: number): string {
  const runs = `Up to ${formatCount(countRuns(plan, schemeCount), 'run')}`;
  return plan.rows === null
    ? runs
    : `${runs} in ${formatCount(plan.rows.values.length, 'sweep')}, one after another`;
}
