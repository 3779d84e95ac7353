/**
 * Returns a function that creates objects whose properties are computed on first use, from its
 * argument. All objects share one prototype, and so one V8 shape.
 *
 * @example lazyProperties<number, { half: number }>({ half: (whole) => whole / 2 })(4).half // 2
 */
export function lazyProperties<D, T extends object>(
  makers: {
    readonly [K in keyof T]: (from: D, self: T) => T[K];
  },
): (from: D) => T {
  type Lazy = T & { [source]: D } & Record<symbol, unknown>;
  const prototype = {};
  for (const name of Object.keys(makers) as (keyof T)[]) {
    const made = Symbol(String(name));
    Object.defineProperty(prototype, name, {
      get(this: Lazy) {
        const known = this[made];
        if (known !== undefined) return known;
        const value = makers[name](this[source], this);
        (this as Record<symbol, unknown>)[made] = value;
        return value;
      },
    });
  }
  return (from) => {
    const lazy = Object.create(prototype) as Lazy;
    lazy[source] = from;
    return lazy;
  };
}

const source = Symbol('source');

/** Returns a function that calls `make` on its first call and returns that result on every call. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
