/**
 * Caches the result of `derive`, e.g. an index of a list, on the object itself in a non-enumerable
 * property. In a `WeakMap`, a result that refers to its object would keep both alive until the next
 * full collection.
 */
export function memoizeOnObject<V extends object, T>(derive: (value: V) => T): (value: V) => T {
  const slot = Symbol('derived');
  return (value) => {
    const known = (value as { readonly [slot]?: { readonly result: T } })[slot];
    if (known) return known.result;
    const result = derive(value);
    Object.defineProperty(value, slot, { value: { result } });
    return result;
  };
}
