import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { itpIdPattern } from '../lib/identifiers.ts';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';
import { useWatchlist } from '../lib/watchlist.ts';
import {
  findBatches,
  findByIdentifier,
  findWallets,
  groupMatches,
  type Match,
  type MatchGroup,
  matchFunds,
  parseAddressStart,
} from './find-matches.ts';
import { findGuides, findPages, isApiPage } from './find-pages.ts';
import {
  searchBatchesQuery,
  searchQuery,
  searchWalletsQuery,
  watchedFundsQuery,
} from './search-query.ts';
import './search.css';

/** Milliseconds after the last key until the API is asked. */
const typingPause = 120;

/**
 * The search over pages, funds, assets, batches, markets, sources, wallets and guides: a field and a list of what
 * it finds. Arrow keys choose, Enter opens, Escape closes.
 */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, note } = useSearch(text.trim());
  const matches = groups.flatMap((group) => group.matches);
  const current = Math.min(chosen, matches.length - 1);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const navigate = useNavigate();
  const openMatch = (match: Match | undefined) => {
    if (match === undefined) return;
    onClose();
    if (isApiPage(match.path)) location.assign(match.path);
    else void navigate(match.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') openMatch(matches[current]);
    else if (event.key === 'ArrowDown') setChosen((current + 1) % Math.max(matches.length, 1));
    else if (event.key === 'ArrowUp') setChosen(current <= 0 ? matches.length - 1 : current - 1);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="search"
      aria-label="Search"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div>
        <input
          type="text"
          role="combobox"
          aria-label="Search funds, assets, batches, markets, wallets and pages"
          aria-expanded={matches.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={matches.length > 0 ? `${id}-${current}` : undefined}
          placeholder="Fund, batch, market, address or page"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Matches">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldsets
            <div key={group.title} role="group" aria-label={group.title}>
              <p aria-hidden="true">{group.title}</p>
              {group.matches.map((match) => {
                const index = matches.indexOf(match);
                return (
                  <MatchRow
                    key={match.path}
                    id={`${id}-${index}`}
                    match={match}
                    isCurrent={index === current}
                    onPoint={() => setChosen(index)}
                    onOpen={() => openMatch(match)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        <p className="small muted" role="status">
          {note}
        </p>
      </div>
    </dialog>
  );
}

/** Asks the API for what a text names. An identifier stands for itself. */
function useSearch(text: string) {
  const settled = useDebouncedValue(text, typingPause);
  const known = findByIdentifier(text);
  const pause = settled === '' || known.length > 0;
  const [found] = useQuery({ query: searchQuery, variables: { text: settled }, pause });
  const [batches] = useQuery({ query: searchBatchesQuery, pause, requestPolicy: 'cache-first' });
  const wallets = useKnownWallets(pause ? null : parseAddressStart(settled));
  const ids = [...useWatchlist()].sort();
  const [watched] = useQuery({
    query: watchedFundsQuery,
    variables: { ids },
    pause: text !== '' || ids.length === 0,
    requestPolicy: 'cache-first',
  });
  if (text === '') {
    const matches = ids.length === 0 ? [] : matchFunds(watched.data?.dtfs ?? null);
    return {
      groups: matches.length === 0 ? [] : [{ title: 'Your watchlist', matches }],
      note: 'By name, ticker, number or creator. The first four digits find the address of a player and, on a fund’s page, of a holder.',
    };
  }
  if (known.length > 0) return { groups: known, note: '' };
  const isCurrent = settled === text && !found.fetching && !wallets.isReading;
  const pages = findPages(text);
  const guides = findGuides(text);
  const groups = pause
    ? [...pages, ...guides]
    : [
        ...pages,
        ...(found.data === undefined ? [] : groupMatches(found.data, settled)),
        ...findBatches(settled, batches.data),
        ...wallets.groups,
        ...guides,
      ];
  if (groups.length > 0) return { groups, note: '' };
  if (!isCurrent) return { groups, note: 'Searching…' };
  return {
    groups,
    note: found.error
      ? 'The search got no answer from the server. Try again in a moment.'
      : `Nothing is called “${text}”. Try a ticker, a batch number or a whole address.`,
  };
}

/** Finds the wallets that are known here and whose address has a beginning; none for null. */
function useKnownWallets(start: string | null): {
  readonly groups: readonly MatchGroup[];
  readonly isReading: boolean;
} {
  const fund = useMatch('/dtf/:id/*')?.params.id ?? '';
  const hasFund = itpIdPattern.test(fund);
  const [{ data, fetching }] = useQuery({
    query: searchWalletsQuery,
    variables: { fund, hasFund },
    pause: start === null,
    requestPolicy: 'cache-first',
  });
  const groups = start === null || data === undefined ? [] : findWallets(start, data);
  return { groups, isReading: start !== null && fetching };
}

function MatchRow(props: {
  readonly id: string;
  readonly match: Match;
  readonly isCurrent: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}) {
  const { id, match, isCurrent, onPoint, onOpen } = props;
  return (
    // The field keeps the focus and has the keys; the row is for pointers.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      ref={(row) => {
        if (isCurrent) row?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <span>{match.name}</span>
      <span className="small muted">{match.detail}</span>
    </div>
  );
}
