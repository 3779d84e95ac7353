import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { CategorySource } from '../../generated/graphql.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';

const weightingChoice = graphql(`
  fragment WeightingChoice on WeightingScheme {
    pattern
    label
    description
    categories
    parameter {
      name
      min
      max
      default
      unit
    }
  }
`);

/** A weighting scheme of the API that the field offers. */
export type WeightingChoice = FragmentType<typeof weightingChoice>;

type WeightingFieldProps = {
  readonly schemes: readonly WeightingChoice[];
  /** Source of the chosen category, which determines the available schemes. */
  readonly source: CategorySource | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Returns the number of schemes that fit a category's source. */
export const countSchemes = (
  choices: readonly WeightingChoice[],
  source: CategorySource | undefined,
): number => readFragment(weightingChoice, choices).filter((scheme) => fits(scheme, source)).length;

const fits = (
  { categories }: { readonly categories: readonly CategorySource[] },
  source: CategorySource | undefined,
) => source === undefined || categories.includes(source);

const units: Readonly<Record<string, string>> = { percent: 'Cap in %', days: 'Look-back in days' };

/** The fields of the weighting scheme and of its parameter, if it has one. */
export function WeightingField(props: WeightingFieldProps) {
  const { source, value, onChange } = props;
  const schemes = readFragment(weightingChoice, props.schemes);
  const current = schemes.find(({ pattern }) => matches(pattern, value)) ?? schemes[0];
  const offered = schemes.filter((scheme) => scheme === current || fits(scheme, source));
  const parameter = current?.parameter;
  const choose = (pattern: string) => {
    const usual = schemes.find((scheme) => scheme.pattern === pattern)?.parameter?.default;
    onChange(withNumber(pattern, String(usual)));
  };
  return (
    <>
      <SelectField
        label="Weighting"
        hint={current?.description}
        value={current?.pattern}
        onChange={({ target }) => choose(target.value)}
      >
        {offered.map(({ pattern, label }) => (
          <option key={pattern} value={pattern}>
            {label}
          </option>
        ))}
      </SelectField>
      {current && parameter && (
        <TextField
          label={units[parameter.unit] ?? parameter.unit}
          type="number"
          min={parameter.min}
          max={parameter.max}
          required
          value={/\d+$/.exec(value)?.[0] ?? ''}
          onChange={({ target }) => onChange(withNumber(current.pattern, target.value))}
        />
      )}
    </>
  );
}

const placeholder = /\{\w+\}/;

const withNumber = (pattern: string, number: string) => pattern.replace(placeholder, number);

const matches = (pattern: string, value: string) =>
  new RegExp(`^${pattern.replace(placeholder, '\\d*')}$`, 'i').test(value);
