import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../layout/page.tsx';
import { shortenHex } from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { useWallet } from '../../wallet/wallet-store.ts';
import { Leaderboard } from '../markets/leaderboard.tsx';
import { leaderboardQuery } from '../markets/rank-players.ts';
import { pageHeads } from '../page-heads.ts';
import { LargestHolders } from './largest-holders.tsx';

/** The page on which a person says whose portfolio to show. */
export function WalletsPage() {
  const wallet = useWallet();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const address = text.trim();
    if (addressPattern.test(address)) void navigate(`/portfolio/${address}`);
    else setRefused(true);
  };
  return (
    <Page head={pageHeads.wallets} query={leaderboardQuery} variables={{ batchId: null }}>
      <div className="stack">
        <PageSection title="A wallet">
          <form className="wallet-choice" onSubmit={show}>
            <TextField
              label="Wallet address"
              placeholder="0x…"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setRefused(false);
              }}
              error={isRefused ? 'An address is 0x and 40 hex digits.' : undefined}
            />
            <Button look="primary" type="submit">
              Show portfolio
            </Button>
          </form>
          {wallet === null ? (
            <p className="small muted more">
              Connect a wallet at the top of the page, and its portfolio is one click away.
            </p>
          ) : (
            <p className="more">
              Connected:{' '}
              <Link className="mono" to={`/portfolio/${wallet.address}`}>
                {shortenHex(wallet.address)}
              </Link>
            </p>
          )}
        </PageSection>
        <div className="columns even">
          <LargestHolders />
          <PageSection
            title="Players"
            note="Wallets that play the prediction market, by the profit of all resolved ticks of all batches. Each opens its portfolio."
          >
            <Leaderboard linksToWallets />
          </PageSection>
        </div>
      </div>
    </Page>
  );
}
