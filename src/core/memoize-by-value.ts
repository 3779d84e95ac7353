/**
 * What is derived from a value, made once for as long as that very object lives: an index of a
 * cached list, or the list in another form. Every request gets the same derived object, so that
 * more can be kept for that one in turn.
 */
export function memoizeByValue<V extends object, T>(derive: (value: V) => T): (value: V) => T {
  const derived = new WeakMap<V, { readonly result: T }>();
  return (value) => {
    const known = derived.get(value);
    if (known) return known.result;
    const result = derive(value);
    derived.set(value, { result });
    return result;
  };
}
