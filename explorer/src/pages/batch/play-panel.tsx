import { useEffect, useState } from 'react';
import { formatWei, parseWei } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { FaucetButton } from '../../wallet/faucet-button.tsx';
import { useContracts } from '../../wallet/use-contracts.ts';
import { useWallet } from '../../wallet/wallet-store.ts';
import { MissingPredictions } from './missing-predictions.tsx';
import { PlaySteps } from './play-steps.tsx';
import { listPredictions, type Predictions } from './predictions.ts';
import { toPredictions } from './saved-bitmap.ts';
import { useBatchPlay } from './use-batch-play.ts';

type PlayPanelProps = {
  readonly batchId: string;
  readonly configHash: string | null;
  readonly marketCount: number;
  readonly predictions: Predictions;
  /** Shows the predictions that were committed before. */
  readonly onRestore: (predictions: Predictions) => void;
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

/** Smallest stake for each tick that the contract takes, wei. */
const minStake = 100_000_000_000_000_000n;

/** Returns what is wrong with the amounts of a join, by field, before anything is paid for. */
function checkAmounts(deposit: bigint | null, stake: bigint | null, usdc: bigint | undefined) {
  const isStakeSmall = stake !== null && stake < minStake;
  return {
    stake:
      stake === null
        ? 'A decimal number, such as 0.5'
        : isStakeSmall
          ? 'This is below the minimum of 0.1 USDC.'
          : undefined,
    deposit:
      deposit === null
        ? 'A decimal number, such as 100'
        : deposit === 0n
          ? 'A deposit is needed to play.'
          : usdc !== undefined && deposit > usdc
            ? 'More than the wallet has. The faucet gives some.'
            : stake !== null && !isStakeSmall && deposit < stake
              ? 'Less than the stake of one tick.'
              : undefined,
  };
}

function Play(
  props: PlayPanelProps & {
    readonly wallet: NonNullable<ReturnType<typeof useWallet>>;
    readonly contracts: NonNullable<ReturnType<typeof useContracts>>;
    readonly configHash: string;
  },
) {
  const { predictions, marketCount, configHash, onRestore } = props;
  const play = useBatchPlay(props);
  const [deposit, setDeposit] = useState('100');
  const [stake, setStake] = useState('0.1');
  const amounts = { deposit: parseWei(deposit), stake: parseWei(stake) };
  const { player, position, chain, committed, isBusy } = play;
  const errors = checkAmounts(amounts.deposit, amounts.stake, chain?.usdc);
  const isExiting = position !== null && position.exitTick !== 0;

  // What was committed is shown again after a reload, unless the user has chosen since.
  const isUntouched = predictions.size === 0;
  useEffect(() => {
    if (isUntouched && committed?.configHash === configHash) onRestore(toPredictions(committed));
  }, [isUntouched, committed, configHash, onRestore]);
  const listed = listPredictions(predictions, marketCount);
  const isCommitted = committed !== null && listed?.join() === committed.predictions.join();

  return (
    <div className="play">
      <FaucetButton address={props.wallet.address} onPaid={play.refresh} />
      <p className="small">
        <span className="muted">In the wallet</span>{' '}
        <strong>{chain === null ? '–' : formatWei(chain.usdc.toString(), 'USDC')}</strong>
      </p>
      {position === null ? (
        <>
          <div className="play-fields">
            <TextField
              label="Deposit in USDC"
              inputMode="decimal"
              value={deposit}
              onChange={({ target }) => setDeposit(target.value)}
              error={errors.deposit}
            />
            <TextField
              label="Stake per tick in USDC"
              hint="At least 0.1. A tick without predictions forfeits it."
              inputMode="decimal"
              value={stake}
              onChange={({ target }) => setStake(target.value)}
              error={errors.stake}
            />
          </div>
          <Button
            look="primary"
            disabled={
              isBusy ||
              chain === null ||
              listed === null ||
              errors.deposit !== undefined ||
              errors.stake !== undefined
            }
            onClick={() => play.commit(amounts.deposit ?? 0n, amounts.stake ?? 0n)}
          >
            Join
          </Button>
          <MissingPredictions predictions={predictions} marketCount={marketCount} />
        </>
      ) : (
        <>
          <p className="small">
            <span className="muted">In the batch</span>{' '}
            <strong>{formatWei(player?.balance ?? position.balance.toString(), 'USDC', 4)}</strong>
            <span className="muted">
              , {formatWei(position.stakePerTick.toString(), 'USDC')} per tick, since tick{' '}
              {position.startTick}
            </span>
          </p>
          {isExiting ? (
            <Exit
              exitTick={position.exitTick}
              finalBalance={play.finalBalance}
              isBusy={isBusy}
              onWithdraw={play.pay}
            />
          ) : (
            <>
              <div className="play-buttons">
                <Button
                  look="primary"
                  disabled={isBusy || isCommitted || listed === null}
                  onClick={() => play.commit(0n, 0n)}
                >
                  Change predictions
                </Button>
                <Button disabled={isBusy || committed === null} onClick={play.submit}>
                  Submit
                </Button>
                <Button disabled={isBusy || play.winnings <= 0n} onClick={play.pay}>
                  {play.winnings > 0n
                    ? `Claim ${formatWei(play.winnings.toString(), 'USDC', 4)}`
                    : 'Claim'}
                </Button>
                <Button look="quiet" disabled={isBusy} onClick={play.leave}>
                  Leave the batch
                </Button>
              </div>
              <p className="small muted">
                {play.winnings > 0n
                  ? 'The winnings up to the last settled tick, before the fee.'
                  : 'There are no winnings to claim at the moment.'}
              </p>
              <p className="small muted">
                {listed === null
                  ? 'To change the predictions, choose up or down for every market.'
                  : committed === null
                    ? 'This wallet committed predictions that this browser does not have. They are sealed and cannot be shown; a change replaces them.'
                    : isCommitted
                      ? 'The predictions shown are the committed ones.'
                      : 'The predictions shown differ from the committed ones.'}{' '}
                {player?.hasBitmap
                  ? 'The oracles have the predictions for the running tick.'
                  : 'The oracles have no predictions for the running tick.'}
              </p>
            </>
          )}
        </>
      )}
      <PlaySteps steps={play.steps} oracles={play.oracles} />
    </div>
  );
}

/** Shows how a player who has requested the exit gets the balance out. */
function Exit(props: {
  readonly exitTick: number;
  readonly finalBalance: bigint | null;
  readonly isBusy: boolean;
  readonly onWithdraw: () => void;
}) {
  const { exitTick, finalBalance, isBusy, onWithdraw } = props;
  return (
    <>
      <Button look="primary" disabled={isBusy || finalBalance === null} onClick={onWithdraw}>
        {finalBalance === null
          ? 'Withdraw'
          : `Withdraw ${formatWei(finalBalance.toString(), 'USDC', 4)}`}
      </Button>
      <p className="small muted" role="status">
        {finalBalance === null
          ? `Leaving: tick ${exitTick - 1} is the last one played. Once the oracles have settled it, the balance can be withdrawn.`
          : 'The last tick is settled. The balance can be withdrawn, less the fee on a profit.'}
      </p>
    </>
  );
}
