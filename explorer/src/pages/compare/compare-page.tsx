import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import type {
  BenchmarkChoicesQuery,
  ComparePeersQuery,
  ComparePeersQueryVariables,
  NavRange,
} from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import { PageSkeleton } from '../../layout/page-heading.tsx';
import { maxPeers } from '../../lib/fund-word.ts';
import { benchmarkChoicesQuery } from '../../performance/benchmark-choices.ts';
import { firstDayOf, longRanges, shortRanges } from '../../performance/nav-ranges.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { Comparison } from './comparison.tsx';
import { Examples } from './examples.tsx';
import { type PeerChoice, PeerPicker } from './peer-picker.tsx';
import {
  comparePeersQuery,
  findChoices,
  listChoices,
  nameRun,
  peerVariables,
  toPeers,
} from './peers.ts';

const ranges = [...shortRanges, ...longRanges].filter(([range]) => range !== 'D7');

/** The word of what is compared with all others unless the address says `reference=none`. */
const reference = 'BTC';
const referenceParam = 'reference';

/** Adds the reference to choices without it, if there is room. */
function addReference(
  chosen: readonly PeerChoice[],
  offered: readonly PeerChoice[],
): readonly PeerChoice[] {
  const hasPlace = chosen.length > 0 && chosen.length < maxPeers;
  if (!hasPlace || chosen.some(({ word }) => word === reference)) return chosen;
  return [...chosen, ...offered.filter(({ word }) => word === reference)];
}

/** The page that compares funds, coins and runs: growth from a common start, figures, correlations. */
export function ComparePage() {
  return (
    <QuerySection
      query={benchmarkChoicesQuery}
      variables={{}}
      height="60vh"
      loading={<PageSkeleton head={pageHeads.compare} />}
    >
      {(choices) => <Choices data={choices} />}
    </QuerySection>
  );
}

function Choices({ data }: { readonly data: BenchmarkChoicesQuery }) {
  const [params, setParams] = useSearchParams();
  const range = ranges.find(([name]) => name === params.get('range'))?.[0] ?? 'Y1';
  const offered = listChoices(data);
  const words = (params.get('funds') ?? '').split(',').filter((word) => word !== '');
  const hasReference = params.get(referenceParam) !== 'none';
  const found = findChoices(words, offered, data);
  const named = found.chosen.slice(0, maxPeers);
  const chosen = hasReference ? addReference(named, offered) : named;
  const variables = peerVariables(chosen, data, range);
  const [{ data: response }] = useQuery({
    query: comparePeersQuery,
    variables,
    pause: chosen.length < 2,
  });
  const change = (values: Readonly<Record<string, string>>) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') current.delete(name);
          else current.set(name, value);
        }
        return current;
      },
      { preventScrollReset: true },
    );
  return (
    <Page head={pageHeads.compare} query={comparePeersQuery} variables={variables}>
      <div className="stack">
        <PageSection label="What is compared">
          <PeerPicker
            offered={offered}
            chosen={chosen.map((one) => nameRun(one, response))}
            unknown={data.dtfs === null ? [] : found.unknown}
            max={maxPeers}
            onChange={(next) =>
              change({
                funds: next.join(','),
                [referenceParam]: next.length === 0 || next.includes(reference) ? '' : 'none',
              })
            }
            onForget={(word) => change({ funds: words.filter((one) => one !== word).join(',') })}
          />
          {chosen.length < 2 && <Examples offered={offered} />}
        </PageSection>
        {chosen.length >= 2 && (
          <QuerySection query={comparePeersQuery} variables={variables} height={1200}>
            {(response) => (
              <Peers
                chosen={chosen}
                response={response}
                variables={variables}
                range={range}
                onRange={(value) => change({ range: value })}
              />
            )}
          </QuerySection>
        )}
      </div>
    </Page>
  );
}

/** The comparison of the chosen peers that exist, in the order of the address, which colours follow. */
function Peers(props: {
  readonly chosen: readonly PeerChoice[];
  readonly response: ComparePeersQuery;
  readonly variables: ComparePeersQueryVariables;
  readonly range: NavRange;
  readonly onRange: (range: NavRange) => void;
}) {
  const { chosen, response, range, onRange } = props;
  const from = firstDayOf(range);
  const words = chosen.map(({ word }) => word).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `words` stands for the choices
  const peers = useMemo(() => toPeers(chosen, response, from), [words, response, from]);
  const missing = chosen.filter(({ word }) => !peers.some((peer) => peer.word === word));
  return (
    <>
      {missing.length > 0 && (
        <p className="small muted">Without values: {missing.map(({ name }) => name).join(', ')}.</p>
      )}
      <Comparison
        peers={peers}
        variables={props.variables}
        range={<SegmentedControl label="Range" value={range} options={ranges} onChange={onRange} />}
      />
    </>
  );
}
