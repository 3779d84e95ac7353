/**
 * The errors of a GraphQL response by path. Fields that run in parallel fail in any order, which
 * the specification does not prescribe: compare responses by their sorted errors.
 */
export function sortErrors<E extends { readonly path?: unknown }>(
  errors: readonly E[] | undefined,
): readonly E[] | undefined {
  const keyOf = (error: E) => JSON.stringify([error.path, error]);
  return errors?.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
