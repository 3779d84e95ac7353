/** A value that elements of a list are ordered by; null when an element has none. */
export type SortKeyValue = string | number | bigint | null;

/** The position of an element in an ordered list: its sort key, then what breaks ties. */
export type SortPosition = {
  readonly key: SortKeyValue;
  /** A text key in lower case, so that a sort computes it once; computed when omitted. */
  readonly foldedKey?: string | undefined;
  readonly naturalKey: string | number;
  /** Number of earlier elements of the unsorted list with the same natural key. */
  readonly repeat: number;
};

export type Direction = 'ASC' | 'DESC';

/** Returns the key, or null for NaN and infinite numbers, which JSON cannot hold. */
export const toSortKey = (key: SortKeyValue | undefined): SortKeyValue =>
  key === undefined || (typeof key === 'number' && !Number.isFinite(key)) ? null : key;

/** Compares texts by code point; `<` compares UTF-16 units, whose order differs above U+D7FF. */
function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one !== other) return codePointRank(one) - codePointRank(other);
  }
  return left.length - right.length;
}

/** Surrogates encode code points above U+FFFF, so they rank after all other UTF-16 code units. */
const codePointRank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;

/** Compares texts case-insensitively, then by code point; keys of different types by type name. */
function compareKeys(one: SortPosition, other: SortPosition): number {
  const { key: left } = one;
  const { key: right } = other;
  if (left === null || right === null) return 0;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left === right) return 0;
    const folded = one.foldedKey ?? left.toLowerCase();
    return (
      compareCodePoints(folded, other.foldedKey ?? right.toLowerCase()) ||
      compareCodePoints(left, right)
    );
  }
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareNaturalKeys(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareCodePoints(String(left), String(right));
}

/** Creates a comparator: nulls last in both directions, then ties by natural key ascending. */
export function createSortPositionComparator(
  direction: Direction,
): (left: SortPosition, right: SortPosition) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  return (left, right) => {
    if (left.key === null || right.key === null) {
      if (left.key !== right.key) return left.key === null ? 1 : -1;
    } else {
      const compared = compareKeys(left, right);
      if (compared !== 0) return sign * compared;
    }
    return compareNaturalKeys(left.naturalKey, right.naturalKey) || left.repeat - right.repeat;
  };
}
