import { useSyncExternalStore } from 'react';
import { itpIdPattern } from './identifiers.ts';

const storageKey = 'watchlist';
const none: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let watched = read();

/** Returns the identifiers of the funds that the user watches, which only this browser stores. */
export function useWatchlist(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => watched,
    () => none,
  );
}

/** Adds a fund to the watchlist, or removes it. */
export function toggleWatched(itpId: string): void {
  const next = new Set(watched);
  if (!next.delete(itpId)) next.add(itpId);
  localStorage.setItem(storageKey, [...next].join(' '));
  notify();
}

function read(): ReadonlySet<string> {
  if (typeof localStorage === 'undefined') return none;
  const ids = (localStorage.getItem(storageKey) ?? '').split(' ');
  return new Set(ids.filter((id) => itpIdPattern.test(id)));
}

function notify(): void {
  watched = read();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Other tabs change the list too.
  if (listeners.size === 0) addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', notify);
  };
}
