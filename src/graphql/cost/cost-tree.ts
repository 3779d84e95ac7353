import type { KnownLengths } from './list-lengths.ts';

/** Values of variables by name. */
export type CostVariables = Readonly<Record<string, unknown>>;

/** What a response holds at most. */
export type Cost = {
  /** Bytes of its data as JSON. */
  readonly bytes: number;
  /** Its objects by weight, see `list-lengths.ts`: an object counts 1, a point of a series 0.01, a leaf 0.01. */
  readonly objects: number;
};

/** A field of the operation itself, whose arguments may tell how long the lists below it are. */
export type RootField = {
  /** Its type and name: `Query.batch`. */
  readonly field: string;
  /** An argument's value, or its default. */
  readonly read: (argument: string, variables: CostVariables) => unknown;
};

/** The field that weighs most. */
export type DearestField = {
  /** Names in the response from the root. */
  readonly path: readonly string[];
  /** How many of its objects there are at most. */
  readonly count: number;
  /** Bytes of one of them, without the objects below it. */
  readonly bytes: number;
  /** The argument that makes its list shorter, or a list above it; null where there is none. */
  readonly bound: { readonly argument: string; readonly of: string } | null;
};

/** The cost of an operation for any variables. */
export type OperationCost = {
  readonly of: (variables: CostVariables, known?: LengthsBelow) => Cost;
  readonly dearest: (
    variables: CostVariables,
    by: keyof Cost,
    known?: LengthsBelow,
  ) => DearestField | null;
  readonly roots: readonly RootField[];
  /** False where it is the same for all variables. */
  readonly isVariable: boolean;
};

/** Lengths of the lists below fields of the operation, where they are known. */
export type LengthsBelow = ReadonlyMap<RootField, KnownLengths>;

/** What one kind of object holds, without the objects below it; fragments are parts of it. */
export type Selection = {
  bytes: number;
  weight: number;
  readonly fields: ObjectField[];
  readonly fragments: Selection[];
  /** What it costs whatever the variables are; null where it depends on them, undefined before that is known. */
  fixed: Cost | null | undefined;
};

/** A field with objects below it. */
export type ObjectField = RootField & {
  readonly name: string;
  readonly weight: number;
  readonly isList: boolean;
  readonly isVariable: boolean;
  /** How many objects there are for each object above. */
  readonly length: (scope: Scope) => number;
  readonly bound: DearestField['bound'];
  readonly below: Selection;
};

/** What is known while a cost is computed. */
export type Scope = {
  /** With their defaults. */
  readonly variables: CostVariables;
  readonly known: KnownLengths | null;
  readonly costs: Map<Selection, Cost>;
};

/** `null`, or an empty list. */
export const shortest = 4;

/** Nothing is known of lengths. */
export const nothingKnown: LengthsBelow = new Map();

/** Nothing is selected yet. */
export const newSelection = (): Selection => ({
  // Braces.
  bytes: 2,
  weight: 0,
  fields: [],
  fragments: [],
  fixed: undefined,
});

const nothing: Cost = { bytes: 0, objects: 0 };

function costOf(selection: Selection, scope: Scope): Cost {
  if (selection.fixed === undefined && !scope.known) {
    // A fragment in itself counts nothing; validation refuses it.
    selection.fixed = nothing;
    selection.fixed = dependsOnVariables(selection) ? null : sum(selection, scope);
  }
  if (selection.fixed && !scope.known) return selection.fixed;
  const before = scope.costs.get(selection);
  if (before) return before;
  scope.costs.set(selection, nothing);
  const cost = sum(selection, scope);
  scope.costs.set(selection, cost);
  return cost;
}

function sum({ bytes, weight, fields, fragments }: Selection, scope: Scope): Cost {
  const cost = { bytes, objects: weight };
  for (const field of fields) add(cost, costOfField(field, scope));
  for (const fragment of fragments) add(cost, costOf(fragment, scope));
  return cost;
}

function add(sum: { bytes: number; objects: number }, { bytes, objects }: Cost): void {
  sum.bytes += bytes;
  sum.objects += objects;
}

function costOfField({ length, weight, isList: isMany, below }: ObjectField, scope: Scope): Cost {
  const latency = length(scope);
  const one = costOf(below, scope);
  const bytes = isMany ? 2 + latency * (one.bytes + 1) : one.bytes;
  return { bytes: Math.max(shortest, bytes), objects: latency * (weight + one.objects) };
}

/** The cost of what an operation selects: lengths that are known go for a field and all below it. */
export function costOfRoot(selection: Selection, scope: Scope, known: LengthsBelow): Cost {
  if (known.size === 0) return costOf(selection, scope);
  const cost = { bytes: selection.bytes, objects: selection.weight };
  for (const field of selection.fields) {
    add(cost, costOfField(field, scopeBelow(field, scope, known)));
  }
  for (const fragment of selection.fragments) add(cost, costOfRoot(fragment, scope, known));
  return cost;
}

function scopeBelow(field: ObjectField, scope: Scope, known: LengthsBelow): Scope {
  const own = known.get(field);
  return own ? { ...scope, known: own, costs: new Map() } : scope;
}

/** Whether an argument of a list below is a variable; each selection is looked at once. */
export function dependsOnVariables(selection: Selection, seen = new Set<Selection>()): boolean {
  if (seen.has(selection)) return false;
  seen.add(selection);
  const { fields, fragments } = selection;
  return (
    fields.some(({ isVariable, below }) => isVariable || dependsOnVariables(below, seen)) ||
    fragments.some((fragment) => dependsOnVariables(fragment, seen))
  );
}

/** The fields of a selection and of the fragments in it. */
export function fieldsIn(
  selection: Selection,
  seen = new Set<Selection>(),
): readonly ObjectField[] {
  if (seen.has(selection)) return [];
  seen.add(selection);
  const { fields, fragments } = selection;
  return [...fields, ...fragments.flatMap((fragment) => fieldsIn(fragment, seen))];
}

/** The cost of a selection without the fields below it. */
function ownCost(selection: Selection, seen = new Set<Selection>()): Cost {
  if (seen.has(selection)) return nothing;
  seen.add(selection);
  const cost = { bytes: selection.bytes, objects: selection.weight };
  for (const fragment of selection.fragments) add(cost, ownCost(fragment, seen));
  return cost;
}

type Search = { readonly scope: Scope; readonly by: keyof Cost; readonly known: LengthsBelow };

/** Follows the dearest field down to where no field in it weighs more than what it holds itself. */
export function findDearest(
  data: Selection,
  { scope: whole, by, known }: Search,
): DearestField | null {
  function dearestBelow(
    selection: Selection,
    least: number,
    above: DearestField | null,
    scope: Scope | null,
  ): DearestField | null {
    let dearest: ObjectField | null = null;
    let most = least;
    for (const field of fieldsIn(selection)) {
      const cost = costOfField(field, scope ?? scopeBelow(field, whole, known))[by];
      if (cost > most) [dearest, most] = [field, cost];
    }
    if (!dearest) return above;
    const inner = scope ?? scopeBelow(dearest, whole, known);
    const own = ownCost(dearest.below);
    const found = {
      path: [...(above?.path ?? []), dearest.name],
      count: (above?.count ?? 1) * dearest.length(inner),
      bytes: own.bytes,
      bound: dearest.bound ?? above?.bound ?? null,
    };
    const ownWeight = by === 'objects' ? dearest.weight : 0;
    return dearestBelow(dearest.below, own[by] + ownWeight, found, inner);
  }
  return dearestBelow(data, 0, null, null);
}
