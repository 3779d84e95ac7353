import { graphql } from '../../generated/gql.ts';
import type { UpstreamStatus } from '../../generated/graphql.ts';
import { useLiveState } from '../../graphql/live-connection.ts';
import { formatLabel } from '../../lib/format.ts';
import { Badge, Stat, Stats } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';

const gatewayQuery = graphql(`
  query GatewayState {
    gateway {
      version
      startedAt
      ready
      upstreams {
        name
        status
      }
    }
  }
`);

const definitions = {
  gateway:
    'Ready: it is not stopping, and the upstreams that it requires answer. An upstream is a service or chain that it reads from.',
  started: 'When the process of this gateway started.',
  updates:
    'How this page learns of changes: live, by events of the gateway, while a part of it watches them; otherwise it reads everything again at this interval.',
} as const;

const tones: Readonly<Record<UpstreamStatus, 'up' | 'down' | 'neutral'>> = {
  UP: 'up',
  DOWN: 'down',
  UNKNOWN: 'neutral',
};

/**
 * Shows whether this gateway is ready, the state of its upstreams, and how this page is kept up to
 * date.
 */
export function GatewayState() {
  const live = useLiveState();
  return (
    <QuerySection query={gatewayQuery} variables={{}} height={478} every={10_000}>
      {({ gateway: { version, startedAt, ready, upstreams } }) => (
        <>
          <Stats>
            <Stat label="Gateway" definition={definitions.gateway} note={`Version ${version}`}>
              <Badge tone={ready ? 'up' : 'down'}>{ready ? 'Ready' : 'Not ready'}</Badge>
            </Stat>
            <Stat label="Started" definition={definitions.started}>
              <TimeSince at={startedAt} />
            </Stat>
            <Stat label="Updates" definition={definitions.updates}>
              {live === 'idle' ? (
                'Every 10 s'
              ) : (
                <Badge tone={live === 'connected' ? 'up' : 'second'}>{formatLabel(live)}</Badge>
              )}
            </Stat>
          </Stats>
          <ul className="below-controls" aria-label="Upstreams">
            {upstreams.map(({ name, status }) => (
              <li key={name} className="list-row">
                <span>{capitalize(name)}</span>
                <Badge tone={tones[status]}>{formatLabel(status)}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
    </QuerySection>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
