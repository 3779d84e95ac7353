import { useSyncExternalStore } from 'react';

/** Colour mode of the page. */
export type ColorMode = 'light' | 'dark';

/** The key under which GraphiQL keeps the same choice, so that both pages have one mode. */
const storageKey = 'graphiql:theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function readMode(): ColorMode {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

/** Shows the page in the chosen mode, or in the system's. */
export function applyColorMode(): void {
  document.documentElement.dataset.mode = readMode();
  for (const notify of listeners) notify();
}

system.addEventListener('change', applyColorMode);
// Another page of this origin has changed the choice.
addEventListener('storage', applyColorMode);

/** Keeps a choice for this and later visits. */
export function chooseColorMode(mode: ColorMode): void {
  localStorage.setItem(storageKey, mode);
  applyColorMode();
}

/** The current colour mode. */
export function useColorMode(): ColorMode {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readMode);
}
