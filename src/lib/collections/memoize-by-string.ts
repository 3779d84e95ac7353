/**
 * Remembers what `make` gave for a text. When there are more than `max` texts all are forgotten, so
 * that whoever makes up texts drives out what is remembered, and nothing else.
 */
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
