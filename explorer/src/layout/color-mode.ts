import { useSyncExternalStore } from 'react';

/** Colour mode of the page. */
export type ColorMode = 'light' | 'dark';

/** The key under which GraphiQL keeps the same choice, so that both pages have one mode. */
const storageKey = 'graphiql:theme';

/** Keeps a choice for this and later visits. */
export function chooseColorMode(mode: ColorMode): void {
  localStorage.setItem(storageKey, mode);
  document.documentElement.dataset.mode = mode;
}

/** The current colour mode, which `show-color-mode.ts` shows from the first paint on. */
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
