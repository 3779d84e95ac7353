import type { Variables } from '../variables.ts';
import type { KnownListLengths } from './cost-hints.ts';

/** The estimated maximum size of a response. */
export type Cost = {
  /** Bytes of the data as JSON. */
  readonly bytes: number;
  /** Weighted number of objects: most count 1, points and most leaves 0.01; see `cost-hints.ts`. */
  readonly objects: number;
};

/** A field of the root type; its arguments may determine the lengths of the lists below it. */
export type RootField = {
  readonly field: string;
  /** Returns an argument's value, or its default. */
  readonly read: (argument: string, variables: Variables) => unknown;
};

/** The field that contributes most to a cost. */
export type CostliestField = {
  readonly path: readonly string[];
  /** Maximum number of objects that this field returns. */
  readonly count: number;
  /** Bytes of one object of this field, without the objects below it. */
  readonly bytes: number;
  /** The argument that limits this list, or a list above it; null if there is none. */
  readonly bound: { readonly argument: string; readonly of: string } | null;
};

/** The cost of an operation as a function of its variables. */
export type OperationCostEstimator = {
  readonly of: (variables: Variables, known?: LengthsByRootField) => Cost;
  /** Returns the field that a client should reduce first; null if no field selects objects. */
  readonly costliest: (
    variables: Variables,
    by: keyof Cost,
    known: LengthsByRootField,
  ) => CostliestField | null;
  readonly roots: readonly RootField[];
  /** False when the cost is the same for all variables. */
  readonly isVariable: boolean;
};

/** Known list lengths by the root field above the lists. */
export type LengthsByRootField = ReadonlyMap<RootField, KnownListLengths>;

/** Cost of one object's own fields, and its nested objects and fragment spreads. */
export type SelectionSetCost = {
  bytes: number;
  weight: number;
  readonly fields: ObjectFieldCost[];
  readonly fragments: SelectionSetCost[];
  /** The cost; null if it depends on variables, undefined before it is computed. */
  fixed: Cost | null | undefined;
};

/** A field that selects objects. */
export type ObjectFieldCost = RootField & {
  readonly name: string;
  readonly weight: number;
  readonly isList: boolean;
  readonly isVariable: boolean;
  /** Returns the field's number of objects in one parent object. */
  readonly length: (scope: CostComputation) => number;
  /** Returns the upstream reads for the order or filter of the list, in objects. */
  readonly readsToSort: (scope: CostComputation) => number;
  readonly bound: CostliestField['bound'];
  readonly below: SelectionSetCost;
};

/** Inputs and memoized results of one cost computation. */
export type CostComputation = {
  /** Including the defaults of omitted variables. */
  readonly variables: Variables;
  readonly known: KnownListLengths | null;
  readonly costs: Map<SelectionSetCost, Cost>;
};

/** Bytes of `null`, the minimum for any field. */
export const nullByteLength = 4;

/** No list lengths are known. */
export const noKnownLengths: LengthsByRootField = new Map();

/** Creates an empty selection. */
export const createEmptySelectionSetCost = (): SelectionSetCost => ({
  // Braces.
  bytes: 2,
  weight: 0,
  fields: [],
  fragments: [],
  fixed: undefined,
});

const nothing: Cost = { bytes: 0, objects: 0 };

function costOf(selection: SelectionSetCost, scope: CostComputation): Cost {
  if (selection.fixed === undefined && !scope.known) {
    // Ends the recursion for a fragment that spreads itself; validation rejects such documents.
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

function sum({ bytes, weight, fields, fragments }: SelectionSetCost, scope: CostComputation): Cost {
  const cost = { bytes, objects: weight };
  for (const field of fields) add(cost, costOfField(field, scope));
  for (const fragment of fragments) add(cost, costOf(fragment, scope));
  return cost;
}

function add(sum: { bytes: number; objects: number }, { bytes, objects }: Cost): void {
  sum.bytes += bytes;
  sum.objects += objects;
}

function costOfField(
  { length, readsToSort, weight, isList: isMany, below }: ObjectFieldCost,
  scope: CostComputation,
): Cost {
  const count = length(scope);
  const one = costOf(below, scope);
  const bytes = isMany ? 2 + count * (one.bytes + 1) : one.bytes;
  const objects = readsToSort(scope) + count * (weight + one.objects);
  return { bytes: Math.max(nullByteLength, bytes), objects };
}

/** Computes the cost of a root selection; the known lengths of a root field apply below it. */
export function costOfRoot(
  selection: SelectionSetCost,
  scope: CostComputation,
  known: LengthsByRootField,
): Cost {
  if (known.size === 0) return costOf(selection, scope);
  const cost = { bytes: selection.bytes, objects: selection.weight };
  for (const field of selection.fields) {
    add(cost, costOfField(field, scopeBelow(field, scope, known)));
  }
  for (const fragment of selection.fragments) add(cost, costOfRoot(fragment, scope, known));
  return cost;
}

function scopeBelow(
  field: ObjectFieldCost,
  scope: CostComputation,
  known: LengthsByRootField,
): CostComputation {
  const own = known.get(field);
  return own ? { ...scope, known: own, costs: new Map() } : scope;
}

/** Whether a list argument in a selection is a variable. */
export function dependsOnVariables(
  selection: SelectionSetCost,
  seen = new Set<SelectionSetCost>(),
): boolean {
  if (seen.has(selection)) return false;
  seen.add(selection);
  const { fields, fragments } = selection;
  return (
    fields.some(({ isVariable, below }) => isVariable || dependsOnVariables(below, seen)) ||
    fragments.some((fragment) => dependsOnVariables(fragment, seen))
  );
}

/** Returns the fields of a selection, including those of its fragments. */
export function fieldsIncludingFragments(
  selection: SelectionSetCost,
  seen = new Set<SelectionSetCost>(),
): readonly ObjectFieldCost[] {
  if (seen.has(selection)) return [];
  seen.add(selection);
  const { fields, fragments } = selection;
  return [...fields, ...fragments.flatMap((fragment) => fieldsIncludingFragments(fragment, seen))];
}

function ownCost(selection: SelectionSetCost, seen = new Set<SelectionSetCost>()): Cost {
  if (seen.has(selection)) return nothing;
  seen.add(selection);
  const cost = { bytes: selection.bytes, objects: selection.weight };
  for (const fragment of selection.fragments) add(cost, ownCost(fragment, seen));
  return cost;
}

type Search = {
  readonly scope: CostComputation;
  readonly by: keyof Cost;
  readonly known: LengthsByRootField;
};

/** Returns the field to reduce first: follows the most expensive field of each level. */
export function findCostliestField(
  data: SelectionSetCost,
  { scope: whole, by, known }: Search,
): CostliestField | null {
  function costliestBelow(
    selection: SelectionSetCost,
    least: number,
    above: CostliestField | null,
    scope: CostComputation | null,
  ): CostliestField | null {
    let costliest: ObjectFieldCost | null = null;
    let most = least;
    for (const field of fieldsIncludingFragments(selection)) {
      const cost = costOfField(field, scope ?? scopeBelow(field, whole, known))[by];
      if (cost > most) [costliest, most] = [field, cost];
    }
    if (!costliest) return above;
    const inner = scope ?? scopeBelow(costliest, whole, known);
    const own = ownCost(costliest.below);
    const found = {
      path: [...(above?.path ?? []), costliest.name],
      count: (above?.count ?? 1) * costliest.length(inner),
      bytes: own.bytes,
      bound: costliest.bound ?? above?.bound ?? null,
    };
    const ownWeight = by === 'objects' ? costliest.weight : 0;
    return costliestBelow(costliest.below, own[by] + ownWeight, found, inner);
  }
  return costliestBelow(data, 0, null, null);
}
