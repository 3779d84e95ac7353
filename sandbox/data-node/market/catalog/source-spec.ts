/** One entity that a source observes. */
export type SourceEntity = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly category: string | null;
};

export type CategoryKey =
  | 'crypto'
  | 'finance'
  | 'economy'
  | 'weather'
  | 'nature'
  | 'sports'
  | 'entertainment'
  | 'transport'
  | 'tech'
  | 'society';

/**
 * `live`: polled every `syncSecs`. `stale`: polls stopped weeks ago. `unstarted`: listed, never
 * polled. `undated`: counted as active, but no record has a date.
 */
export type SourceState = 'live' | 'stale' | 'unstarted' | 'undated';

/** A data source and how the values of its entities behave. */
export type SourceSpec = {
  readonly id: string;
  readonly name: string;
  readonly category: CategoryKey;
  readonly unit: string;
  /** Approximate bounds of the values. */
  readonly low: number;
  readonly high: number;
  /**
   * `ratio`: values change by factors, like a price. `level`: values change by amounts, like a
   * temperature.
   */
  readonly movement: 'ratio' | 'level';
  /**
   * For `ratio` the maximum change as a logarithm; for `level` the fraction of the range that one
   * entity covers.
   */
  readonly swing: number;
  /** Decimal places; if absent, values are rounded to significant digits. */
  readonly places?: number;
  readonly syncSecs: number;
  readonly state: SourceState;
  readonly entities: () => readonly SourceEntity[];
};

/** The ten categories in display order. */
export const sourceCategories: readonly { readonly key: CategoryKey; readonly label: string }[] = [
  { key: 'crypto', label: 'Crypto' },
  { key: 'finance', label: 'Finance' },
  { key: 'economy', label: 'Economy' },
  { key: 'weather', label: 'Weather' },
  { key: 'nature', label: 'Nature' },
  { key: 'sports', label: 'Sports' },
  { key: 'entertainment', label: 'Entertainment' },
  { key: 'transport', label: 'Transport' },
  { key: 'tech', label: 'Technology' },
  { key: 'society', label: 'Society' },
];

type Row = readonly [id: string, name: string, unit: string, low: number, high: number];

type Common = Omit<SourceSpec, 'id' | 'name' | 'unit' | 'low' | 'high' | 'state' | 'syncSecs'> & {
  readonly syncSecs?: number;
  readonly state?: SourceState;
};

/** Creates sources that differ only in id, name, unit and range. */
export function createSourceSpecs(common: Common, rows: readonly Row[]): readonly SourceSpec[] {
  return rows.map(([id, name, unit, low, high]) => ({
    syncSecs: 300,
    state: 'live',
    ...common,
    id,
    name,
    unit,
    low,
    high,
  }));
}
