import { useSyncExternalStore } from 'react';

/** Pages up to this width have one column, as in the style sheet. */
const narrow = '(max-width: 1080px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the page has one column, so that what stands beside a list is below it. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
