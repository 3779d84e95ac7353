import { toggleWatched, useWatchlist } from '../lib/watchlist.ts';

/** A star that adds a fund to the watchlist of this browser, or removes it. */
export function WatchButton({ itpId, name }: { readonly itpId: string; readonly name: string }) {
  const isWatched = useWatchlist().has(itpId);
  return (
    <button
      type="button"
      className="watch"
      aria-pressed={isWatched}
      aria-label={`Watch ${name}`}
      title={isWatched ? 'On your watchlist, which this browser stores' : 'Add to your watchlist'}
      onClick={() => toggleWatched(itpId)}
    >
      <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
        <path d="M10 2.6l2.3 4.7 5.1.7-3.7 3.6.9 5.1L10 14.3l-4.6 2.4.9-5.1L2.6 8l5.1-.7z" />
      </svg>
    </button>
  );
}
