/**
 * Caches the result of `derive` on its argument, in a non-enumerable property. A result in a
 * `WeakMap` that refers to its argument would keep both alive until the next full garbage
 * collection. The argument must not be frozen.
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
