import { formatLabel } from '../../lib/format.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { SchemaField } from './schema-fields.ts';

/** Schemes that the field's description names: `mcap_cap{P}` has a parameter. */
const schemePattern = /\b[a-z]+(?:_[a-z]+)*_?(?:\{[PL]\})?/g;

type WeightingFieldProps = {
  readonly field: SchemaField;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const parameters = {
  P: { label: 'Cap in %', min: 1, max: 100, usual: '25' },
  L: { label: 'Look-back in days', min: 2, max: 730, usual: '30' },
} as const;

/** The weighting scheme, and its parameter where it has one. */
export function WeightingField({ field, value, onChange }: WeightingFieldProps) {
  const schemes = readSchemes(field.description);
  const current = schemes.find((scheme) => matches(scheme, value)) ?? 'equal';
  const kind = parameterOf(current);
  const parameter = kind === null ? null : parameters[kind];
  const number = /\d+$/.exec(value)?.[0] ?? '';
  return (
    <>
      <SelectField
        label="Weighting"
        hint={field.description}
        value={current}
        onChange={({ target }) => onChange(withParameter(target.value))}
      >
        {schemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {formatLabel(scheme.replace(/_?\{[PL]\}/, ''))}
          </option>
        ))}
      </SelectField>
      {parameter !== null && (
        <TextField
          label={parameter.label}
          type="number"
          min={parameter.min}
          max={parameter.max}
          required
          value={number}
          onChange={({ target }) => onChange(current.replace(/\{[PL]\}/, target.value))}
        />
      )}
    </>
  );
}

function readSchemes(description: string): readonly string[] {
  const list = description.slice(description.indexOf(':') + 1, description.indexOf(' P is a cap'));
  const words = list.match(schemePattern) ?? [];
  const prose = new Set(['for', 'categories', 'that', 'start', 'with', 'dl', 'also']);
  return [...new Set(words)].filter((word) => !prose.has(word));
}

const parameterOf = (scheme: string): 'P' | 'L' | null =>
  scheme.includes('{P}') ? 'P' : scheme.includes('{L}') ? 'L' : null;

function withParameter(scheme: string): string {
  const kind = parameterOf(scheme);
  return kind === null ? scheme : scheme.replace(`{${kind}}`, parameters[kind].usual);
}

const matches = (scheme: string, value: string) =>
  new RegExp(`^${scheme.replace(/\{[PL]\}/, '\\d*')}$`, 'i').test(value);
