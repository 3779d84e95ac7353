import type { Lag, OracleLags } from '../oracles.ts';
import type { Channel } from './channel.ts';
import type { Link } from './link.ts';
import { digest } from './names.ts';

/**
 * Lags of which all replicas know, each by what it is told: who reads at another one is to see what was
 * accepted here, and so is who reads here what another one has fetched. Nothing of them is kept in
 * Redis: they pass soon, and are noted again while they last.
 */
export function shareLags(link: Link, channel: Channel, own: OracleLags): OracleLags {
  const tell = (kind: 'behind' | 'caught up', { oracle, subject, what }: Lag) => {
    const news = channel.textOf(kind, String(oracle), subject, what);
    void link.ask('lag', (client) => client.publish(channel.name, news));
  };
  const hear = (kind: 'behind' | 'caught up', take: (lag: Lag) => unknown) =>
    channel.on(kind, (oracle, subject = '', what = '') =>
      take({ oracle: Number(oracle), subject, what }),
    );
  hear('behind', own.note);
  hear('caught up', own.end);
  return {
    ...own,
    note: (lag) => {
      const named = { ...lag, what: digest(lag.what) };
      own.note(named);
      tell('behind', named);
    },
    end: (lag) => {
      const named = { ...lag, what: digest(lag.what) };
      const isKnown = own.end(named);
      if (isKnown) tell('caught up', named);
      return isKnown;
    },
  };
}
