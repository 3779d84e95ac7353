import { useSyncExternalStore } from 'react';

/** Colour mode of the page. */
export type ColorMode = 'light' | 'dark';

/**
 * The key under which GraphiQL stores the colour mode, so that both applications have the same
 * mode.
 */
const storageKey = 'graphiql:theme';

/** Stores the chosen mode for this and later visits. */
export function chooseColorMode(mode: ColorMode): void {
  localStorage.setItem(storageKey, mode);
  document.documentElement.dataset.mode = mode;
}

/** Returns the current colour mode, which `show-color-mode.ts` applies before the first paint. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore(
    (listener) => {
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributeFilter: ['data-mode'] });
      return () => observer.disconnect();
    },
    () => (document.documentElement.dataset.mode === 'dark' ? 'dark' : 'light'),
    () => 'light',
  );
}
