import { Link } from 'react-router';
import type { PeerChoice } from './peer-picker.tsx';

/** Comparisons to begin with, of funds that exist. */
function listExamples(offered: readonly PeerChoice[]) {
  const [first, second, third] = offered.filter(({ kind }) => kind === 'Funds');
  if (first === undefined || second === undefined || third === undefined) return [];
  return [
    {
      peers: [first, second, third],
      query: '',
      text: 'Which of three funds has grown most for its risk, and do they move together?',
    },
    {
      peers: [first],
      query: '&range=MAX',
      text: 'Does the fund do better than BTC alone, over all its days?',
    },
    {
      peers: [second, { name: 'ETH', word: 'ETH' }],
      query: '',
      text: 'A fund between the two largest coins.',
    },
  ].map(({ peers, query, text }) => ({
    title: `${peers.map(({ name }) => name).join(', ')} and BTC`,
    to: `/compare?funds=${peers.map(({ word }) => word).join(',')}${query}`,
    text,
  }));
}

/** Shown until two are chosen: what the page does, and where to begin. */
export function Examples({ offered }: { readonly offered: readonly PeerChoice[] }) {
  return (
    <>
      <p className="small muted more">
        Choose up to ten. BTC is compared with them until you remove it, and the page’s address
        reproduces the comparison. All funds are <Link to="/">on the first page</Link>. Or open an
        example:
      </p>
      <ul className="examples more">
        {listExamples(offered).map(({ title, to, text }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <p className="small muted">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
