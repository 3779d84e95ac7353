import { useEffect } from 'react';
import { Link } from 'react-router';
import { useGateway } from '../graphql/gateway-state.ts';
import { shortenHex } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { developmentAccounts } from './development-accounts.ts';
import { FaucetButton } from './faucet-button.tsx';
import { connectInjected, useInjectedWallets } from './injected-wallets.ts';
import { getLastDevelopmentAccount, setWallet, useWallet } from './wallet-store.ts';

/**
 * The wallet menu in the header, to connect a wallet, see its balance, get test USDC and
 * disconnect.
 */
export function WalletMenu() {
  const wallet = useWallet();
  const hasSandbox = useGateway()?.isSandbox;
  useEffect(() => {
    const last = getLastDevelopmentAccount();
    if (hasSandbox && last !== null) connectDevelopment(last);
  }, [hasSandbox]);
  return (
    <Popover
      label="Wallet"
      button={(open) => (
        <Button size="small" look={wallet === null ? 'primary' : 'plain'} {...open}>
          {wallet === null ? (
            'Connect wallet'
          ) : (
            <span className="mono">{shortenHex(wallet.address)}</span>
          )}
        </Button>
      )}
    >
      {wallet === null ? <Choices hasSandbox={hasSandbox === true} /> : <Connected />}
    </Popover>
  );
}

function connectDevelopment(address: string): void {
  const account = developmentAccounts.find((known) => known.address === address);
  if (account === undefined) return;
  setWallet({ name: account.name, address: account.address, signer: { kind: 'development' } });
}

function Choices({ hasSandbox }: { readonly hasSandbox: boolean }) {
  const injected = useInjectedWallets();
  return (
    <>
      <h2>Wallets in this browser</h2>
      {injected.length === 0 && <p className="small muted">No wallet was found in this browser.</p>}
      {injected.map((one) => (
        <Button key={one.info.uuid} onClick={() => void connectInjected(one)}>
          {one.info.name}
        </Button>
      ))}
      {hasSandbox && (
        <>
          <h2>Accounts of the sandbox</h2>
          <p className="small muted">Their keys are published. They hold test money only.</p>
          {developmentAccounts.map(({ name, address }) => (
            <Button key={address} onClick={() => connectDevelopment(address)}>
              {name} <span className="mono muted">{shortenHex(address)}</span>
            </Button>
          ))}
        </>
      )}
    </>
  );
}

function Connected() {
  const wallet = useWallet();
  if (wallet === null) return null;
  return (
    <>
      <h2>{wallet.name}</h2>
      <p className="mono small address">{wallet.address}</p>
      <FaucetButton address={wallet.address} />
      <Link to={`/portfolio/${wallet.address}`} className="small">
        Portfolio of this wallet
      </Link>
      <Button size="small" onClick={() => setWallet(null)}>
        Disconnect
      </Button>
    </>
  );
}
