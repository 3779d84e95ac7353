import { type FormEvent, useEffect, useState } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { addDefaultValues, type FormValues } from './form-values.ts';
import {
  dependsOn,
  fieldSections,
  fromFieldText,
  nameChoice,
  type SchemaField,
  toFieldText,
} from './schema-fields.ts';
import { SweepFields } from './sweep-fields.tsx';
import type { SweepPlan } from './sweep-plan.ts';
import { countSchemes, type WeightingChoice, WeightingField } from './weighting-field.tsx';

const categoryChoice = graphql(`
  fragment CategoryChoice on SimulationCategory {
    id
    slug
    name
    coinCount
    source
  }
`);

type BacktestFormProps = {
  readonly categories: readonly FragmentType<typeof categoryChoice>[];
  readonly schemes: readonly WeightingChoice[];
  readonly values: FormValues;
  /** What the page's address sweeps over. */
  readonly plan: SweepPlan | null;
  readonly isRunning: boolean;
  readonly onRun: (values: FormValues) => void;
  readonly onSweep: (values: FormValues, plan: SweepPlan) => void;
};

/** The form of a strategy. Its fields, bounds and explanations come from the schema. */
export function BacktestForm(props: BacktestFormProps) {
  const categories = readFragment(categoryChoice, props.categories);
  const [values, setValues] = useState(() => addDefaultValues(props.values));
  // The address changes without a click on Run where the reader opens a run, or goes back.
  const shown = JSON.stringify(props.values);
  useEffect(() => setValues(addDefaultValues(JSON.parse(shown))), [shown]);
  const set = (name: string, value: string) =>
    setValues(({ [name]: _, ...rest }) => (value === '' ? rest : { ...rest, [name]: value }));

  const category = categories.find(({ slug }) => slug === values.categoryId);
  const { source, coinCount } = category ?? {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onRun(values);
  };
  const fieldOf = (field: SchemaField) => {
    const value = toFieldText(field, values[field.name] ?? '');
    const onChange = (next: string) => set(field.name, fromFieldText(field, next));
    if (field.name === 'categoryId') {
      return (
        <SelectField
          key={field.name}
          label="Category"
          hint={field.description}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {categories.map(({ slug, name, coinCount }) => (
            <option key={slug} value={slug}>
              {name} ({formatCount(coinCount, 'coin')})
            </option>
          ))}
        </SelectField>
      );
    }
    if (field.name === 'weighting') {
      return (
        <WeightingField
          key={field.name}
          schemes={props.schemes}
          source={source}
          value={value}
          onChange={onChange}
        />
      );
    }
    const most = field.name === 'topN' ? (coinCount ?? field.max) : field.max;
    const limited =
      field.name === 'topN'
        ? {
            ...field,
            max: most,
            description: `The largest coins of the category by market cap, 1 to ${formatNumber(most)} (all of them).`,
          }
        : field;
    return <SchemaInput key={field.name} field={limited} value={value} onChange={onChange} />;
  };

  return (
    <form className="strategy" onSubmit={submit}>
      {fieldSections.map(({ title, text, isMain, fields }) => {
        const shown = fields.filter(({ name }) => isEffective(name, values)).map(fieldOf);
        const count = fields.filter(({ name }) => values[name] !== undefined).length;
        return isMain ? (
          <fieldset key={title} className="strategy-section">
            <legend>{title}</legend>
            {shown}
          </fieldset>
        ) : (
          <details key={title} className="strategy-section">
            <summary>
              {title} <span className="muted">{count === 0 ? '' : `${count} set`}</span>
            </summary>
            <div className="strategy-more">
              {text !== undefined && <p className="small muted">{text}</p>}
              {shown}
            </div>
          </details>
        );
      })}
      <Button type="submit" look="primary" disabled={props.isRunning}>
        Run
      </Button>
      <SweepFields
        // An example that is opened fills in its fields.
        key={JSON.stringify(props.plan)}
        plan={props.plan}
        categories={categories}
        coinCount={coinCount}
        schemeCount={countSchemes(props.schemes, source)}
        isRunning={props.isRunning}
        onSweep={(plan) => props.onSweep(values, plan)}
      />
    </form>
  );
}

/** Whether a field has an effect with the values of the others. */
function isEffective(name: string, values: FormValues): boolean {
  const other = dependsOn[name];
  return other === undefined || values[other] !== undefined || values[name] !== undefined;
}

function SchemaInput(props: {
  readonly field: SchemaField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { field, value, onChange } = props;
  if (field.options.length > 0) {
    // An address can have a value that the list has not.
    const options =
      value === '' || field.options.includes(value) ? field.options : [...field.options, value];
    return (
      <SelectField
        label={field.label}
        hint={field.description}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">None</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameChoice(field.name, option)}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      label={field.label}
      hint={field.description}
      type={field.kind}
      value={value}
      required={field.isRequired}
      {...(field.kind === 'number'
        ? { min: field.min, max: field.max, step: field.isWhole ? 1 : 'any' }
        : {})}
      placeholder={field.placeholder}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
