import { useSearchParams } from 'react-router';

/**
 * Returns which of a few values a parameter of the page's address has, `fallback` if none, and a
 * function that changes it.
 */
export function useUrlChoice<Value extends string>(
  param: string,
  options: readonly (readonly [Value, string])[],
  fallback: Value,
): readonly [Value, (value: Value) => void] {
  const [params, setParams] = useSearchParams();
  const value = options.find(([name]) => name === params.get(param))?.[0] ?? fallback;
  return [
    value,
    (next) =>
      setParams(
        (current) => {
          current.set(param, next);
          return current;
        },
        { replace: true },
      ),
  ];
}
