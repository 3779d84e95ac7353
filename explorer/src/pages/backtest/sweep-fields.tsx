import { useState } from 'react';
import type { SweepDimension } from '../../generated/graphql.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import {
  countRuns,
  labelOfRows,
  rowParametersOf,
  type SweepPlan,
  sweepDimensions,
} from './sweep-plan.ts';
import {
  hasSteps,
  isApiSweep,
  labelOfValues,
  parseRowValues,
  parseSteps,
  type RowParameter,
  toRowText,
  usualRowValues,
  usualSteps,
} from './sweep-values.ts';

type SweepFieldsProps = {
  /** The plan of the page's address. */
  readonly plan: SweepPlan | null;
  readonly categories: readonly {
    readonly slug: string;
    readonly name: string;
    readonly coinCount: number;
  }[];
  /** Number of coins of the strategy's category. */
  readonly coinCount: number | undefined;
  /** Number of weighting schemes that fit the category. */
  readonly schemeCount: number;
  readonly isRunning: boolean;
  readonly onSweep: (plan: SweepPlan) => void;
};

const dimensionLabels: Readonly<Record<SweepDimension, string>> = {
  TOP_N: 'Number of coins',
  WEIGHTING: 'Weighting',
  REBALANCE: 'Rebalancing',
  THRESHOLD: 'Drift band',
  CATEGORY: 'Category',
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
  // Null where the reader has not changed the proposed values, which depend on the category.
  const [stepText, setStepText] = useState(plan?.steps?.join(', ') ?? null);
  const [rowText, setRowText] = useState(
    plan?.rows == null ? null : toRowText(plan.rows.name, plan.rows.values),
  );
  const [chosen, setChosen] = useState<readonly string[]>(
    plan !== null && plan.categories.length > 0
      ? plan.categories
      : categories.slice(0, usualCategories).map(({ slug }) => slug),
  );
  const offered = rowParametersOf(dimension);
  const name = rowName !== null && offered.includes(rowName) ? rowName : null;
  const coinCount =
    dimension === 'CATEGORY'
      ? Math.max(...categories.map((one) => (chosen.includes(one.slug) ? one.coinCount : 1)))
      : props.coinCount;
  const stepped = hasSteps(dimension) ? dimension : null;
  const stepsShown = stepped === null ? '' : (stepText ?? usualSteps(stepped, coinCount));
  const steps = stepped === null ? [] : parseSteps(stepped, stepsShown, coinCount);
  const rowsShown = name === null ? '' : (rowText ?? usualRowValues(name, coinCount));
  const values = name === null ? [] : parseRowValues(name, rowsShown, coinCount);
  const next: SweepPlan | null =
    typeof values === 'string' ||
    typeof steps === 'string' ||
    (dimension === 'CATEGORY' && chosen.length === 0)
      ? null
      : {
          dimension,
          categories: chosen,
          steps: stepped === null || isApiSweep(stepped, steps) ? null : steps,
          rows: name === null ? null : { name, values },
        };
  return (
    <fieldset className="sweep-fields">
      <legend>Sweep</legend>
      <SelectField
        label="Sweep over"
        value={dimension}
        onChange={({ target }) => {
          setDimension(target.value as SweepDimension);
          setStepText(null);
        }}
      >
        {sweepDimensions.map((one) => (
          <option key={one} value={one}>
            {dimensionLabels[one]}
          </option>
        ))}
      </SelectField>
      {stepped !== null && (
        <TextField
          label={labelOfValues(stepped)}
          value={stepsShown}
          onChange={({ target }) => setStepText(target.value)}
          error={typeof steps === 'string' ? steps : undefined}
        />
      )}
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
          setRowText(null);
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
          label={labelOfValues(name)}
          value={rowsShown}
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
