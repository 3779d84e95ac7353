/** Caches results of `make`. At `max` texts all are dropped, which bounds the memory. */
export function memoizeByString<T>(max: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= max) known.clear();
    known.set(text, made);
    return made;
  };
}
