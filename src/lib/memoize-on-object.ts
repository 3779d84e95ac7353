/**
 * What is derived from a value, made once for as long as that very object lives: an index of a
 * cached list, or the list in another form. Every request gets the same derived object, so that
 * more can be kept for that one in turn.
 *
 * It hangs on the value itself, unseen by whoever lists or encodes it, and dies with it. In a
 * `WeakMap` it would hold the value until the next full collection, for what is derived mostly
 * refers to what it is derived from: then nothing of a request dies young.
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
