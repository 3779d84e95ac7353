import { useState } from 'react';
import { formatWei, parseWei } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { FaucetButton } from '../../wallet/faucet-button.tsx';
import { useContracts } from '../../wallet/use-contracts.ts';
import { useWallet } from '../../wallet/wallet-store.ts';
import { PlaySteps } from './play-steps.tsx';
import type { Predictions } from './predictions.ts';
import { useBatchPlay } from './use-batch-play.ts';

type PlayPanelProps = {
  readonly batchId: string;
  readonly configHash: string | null;
  readonly marketCount: number;
  readonly predictions: Predictions;
};

/** The panel to play in a batch, from the wallet to the claim, with the state of each step. */
export function PlayPanel(props: PlayPanelProps) {
  const wallet = useWallet();
  const contracts = useContracts();
  if (wallet === null) {
    return <EmptyNote>Connect a wallet at the top of the page to play.</EmptyNote>;
  }
  if (contracts === null || props.configHash === null || props.marketCount === 0) {
    return <EmptyNote>This batch cannot be played at the moment.</EmptyNote>;
  }
  return (
    <Play
      {...props}
      key={wallet.address}
      wallet={wallet}
      contracts={contracts}
      configHash={props.configHash}
    />
  );
}

function Play(
  props: PlayPanelProps & {
    readonly wallet: NonNullable<ReturnType<typeof useWallet>>;
    readonly contracts: NonNullable<ReturnType<typeof useContracts>>;
    readonly configHash: string;
  },
) {
  const play = useBatchPlay(props);
  const [deposit, setDeposit] = useState('100');
  const [stake, setStake] = useState('0.1');
  const amounts = { deposit: parseWei(deposit), stake: parseWei(stake) };
  const { player } = play;
  const isPlaying = player !== null;
  const isBusy = play.busy !== null;
  return (
    <div className="play">
      <FaucetButton address={props.wallet.address} onPaid={play.refresh} />
      <p className="small">
        <span className="muted">In the wallet</span>{' '}
        <strong>{play.usdc === null ? '–' : formatWei(play.usdc.toString(), 'USDC')}</strong>
      </p>
      {isPlaying ? (
        <p className="small">
          <span className="muted">In the batch</span>{' '}
          <strong>{formatWei(player.balance, 'USDC', 4)}</strong>
          <span className="muted">
            , {formatWei(player.stakePerTick, 'USDC')} a tick, since tick {player.startTick}
          </span>
        </p>
      ) : (
        <div className="play-fields">
          <TextField
            label="Deposit in USDC"
            inputMode="decimal"
            value={deposit}
            onChange={({ target }) => setDeposit(target.value)}
            error={amounts.deposit === null ? 'A decimal number' : undefined}
          />
          <TextField
            label="Stake a tick in USDC"
            hint="At least 0.1. A tick without a bitmap forfeits it."
            inputMode="decimal"
            value={stake}
            onChange={({ target }) => setStake(target.value)}
            error={amounts.stake === null ? 'A decimal number' : undefined}
          />
        </div>
      )}
      <div className="play-buttons">
        <Button
          look="primary"
          disabled={isBusy || (!isPlaying && (amounts.deposit === null || amounts.stake === null))}
          onClick={() => play.commit(amounts.deposit ?? 0n, amounts.stake ?? 0n)}
        >
          {isPlaying ? 'Change bitmap' : 'Join'}
        </Button>
        <Button disabled={isBusy || !isPlaying || !play.hasBitmap} onClick={play.submit}>
          Submit
        </Button>
        <Button disabled={isBusy || player?.position?.proof == null} onClick={play.claim}>
          Claim
        </Button>
      </div>
      <PlaySteps steps={play.steps} oracles={play.oracles} />
      {isPlaying && (
        <p className="small muted">
          {player.hasBitmap
            ? 'The oracles have your bitmap for the running tick.'
            : 'The oracles have no bitmap of yours for the running tick.'}
        </p>
      )}
    </div>
  );
}
