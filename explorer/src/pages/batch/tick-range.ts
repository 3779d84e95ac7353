/** The largest number of a tick: an `Int` of GraphQL. */
const maxTick = 2 ** 31 - 1;

/** Parses the number of a tick; null for an empty text, which sets no limit. */
export const parseTick = (text: string): number | null => (text === '' ? null : Number(text));

const isTick = (text: string) => text === '' || (/^\d+$/.test(text) && Number(text) <= maxTick);

/** Returns what is wrong with the first and the last tick of a range, by the labels of their fields. */
export function checkTickRange(
  from: string,
  to: string,
): { readonly from: string | undefined; readonly to: string | undefined } {
  const wholeNumber = 'must be the number of a tick, or empty';
  const errors = {
    from: isTick(from) ? undefined : `First tick ${wholeNumber}`,
    to: isTick(to) ? undefined : `Last tick ${wholeNumber}`,
  };
  if (errors.from !== undefined || errors.to !== undefined || from === '' || to === '') {
    return errors;
  }
  return Number(from) > Number(to)
    ? { ...errors, to: 'Last tick must not be before First tick' }
    : errors;
}
