import { useState } from 'react';
import { graphql } from '../../generated/gql.ts';
import { formatPrice, formatSignedUsd, formatUsd, formatWei } from '../../lib/format.ts';
import { fundDefinitions } from '../../lib/fund-definitions.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { TextField } from '../../ui/fields.tsx';
import { PercentChange, Stat, Stats, WalletLink } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { useWallet } from '../../wallet/wallet-store.ts';

const walletPositionQuery = graphql(`
  query WalletPosition($id: ID!, $address: Address!) {
    dtf(id: $id) {
      id
      position(address: $address) {
        shares
        valueUsd
        costBasisUsd
        navPerShareUsd
        pnlUsd
        pnlPct
      }
    }
  }
`);

const definitions = {
  value: 'Shares in the wallet times NAV, USD. Shares that secure a loan are not included.',
  gain: 'Value now minus cost, USD; below it in percent of the cost, not annualised: 100·(value/cost − 1).',
  cost: 'What the shares in the wallet cost, USD, by the average cost of all purchases.',
  nav: fundDefinitions.nav,
} as const;

/** Shows the position of a wallet in this fund: of the connected wallet or of any address. */
export function WalletPosition({ itpId }: { readonly itpId: string }) {
  const wallet = useWallet();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? wallet?.address ?? '';
  const isAddress = addressPattern.test(text);
  return (
    <>
      <TextField
        label="Wallet address"
        placeholder="0x…"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setTyped(target.value.trim())}
        error={text !== '' && !isAddress ? '0x and 40 hex digits' : undefined}
      />
      <div className="below-controls">
        {isAddress ? (
          <Position itpId={itpId} address={text} />
        ) : (
          <EmptyNote>Enter an address.</EmptyNote>
        )}
      </div>
    </>
  );
}

function Position({ itpId, address }: { readonly itpId: string; readonly address: string }) {
  return (
    <QuerySection query={walletPositionQuery} variables={{ id: itpId, address }} height={150}>
      {({ dtf }) => {
        const position = dtf?.position;
        if (position == null) {
          return (
            <EmptyNote>
              <WalletLink address={address} /> holds no shares of this fund.
            </EmptyNote>
          );
        }
        return (
          <Stats>
            <Stat
              label="Value"
              definition={definitions.value}
              note={formatWei(position.shares, 'shares', 3)}
            >
              {formatUsd(position.valueUsd)}
            </Stat>
            <Stat
              label="Gain or loss"
              definition={definitions.gain}
              note={<PercentChange percent={position.pnlPct} />}
            >
              {formatSignedUsd(position.pnlUsd)}
            </Stat>
            <Stat label="Cost" definition={definitions.cost}>
              {formatUsd(position.costBasisUsd)}
            </Stat>
            <Stat label="NAV" definition={definitions.nav}>
              {formatPrice(position.navPerShareUsd)}
            </Stat>
          </Stats>
        );
      }}
    </QuerySection>
  );
}
