import { Link } from 'react-router';
import { shortenHex } from '../lib/format.ts';

/** The receipt of a run as a link to its report, which verifies it. */
export function ReceiptLink(props: { readonly runId: number; readonly hash: string }) {
  const { runId, hash } = props;
  return (
    <Link to={`/backtest/${runId}/report?receipt=${hash}`} title={hash}>
      receipt {shortenHex(hash)}
    </Link>
  );
}
