import type { ContractCall, EncodedBitmap } from '@dtf-graph/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { formatWei } from '../../lib/format.ts';
import type { ChainPlayer, Payout } from '../../wallet/chain.ts';
import type { Contracts } from '../../wallet/use-contracts.ts';
import type { Wallet } from '../../wallet/wallet-store.ts';
import type { OracleReply, PlayStep } from './play-steps.tsx';
import { encodePredictions, listPredictions, type Predictions } from './predictions.ts';
import { loadBitmap, saveBitmap } from './saved-bitmap.ts';

const playerQuery = graphql(`
  query Player($id: ID!, $address: Address!) {
    batch(id: $id) {
      id
      player(address: $address) {
        balance
        hasBitmap
      }
      position(address: $address) {
        proof {
          fromTick
          toTick
          newBalance
          finalBalance
          signature
          referenceNonce
          signersBitmask
        }
      }
    }
  }
`);

const submitMutation = graphql(`
  mutation SubmitBitmap($input: SubmitBitmapInput!) {
    submitBitmap(input: $input) {
      accepted
      acceptedCount
      quorum
      oracles {
        oracle
        state
        error
      }
      userErrors {
        code
        message
      }
    }
  }
`);

const pollInterval = 3000;
/**
 * Number of attempts to submit a bitmap, because the oracles read a join from the chain only after
 * some seconds.
 */
const submitAttempts = 12;
const submitPause = 2500;
/** Number of times that oracles are waited for which have not answered when a quorum accepts. */
const slowLooks = 6;

type PlayOptions = {
  readonly batchId: string;
  readonly configHash: string;
  readonly marketCount: number;
  readonly predictions: Predictions;
  readonly wallet: Wallet;
  readonly contracts: Contracts;
};

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
const formatUsdc = (wei: bigint) => formatWei(wei.toString(), 'USDC', 4);
const describePayout = ({ paid, fee }: Payout) =>
  `${formatUsdc(paid)} paid to the wallet${fee === 0n ? '' : `, after a fee of ${formatUsdc(fee)}`}`;

/** Returns the actions of a player in a batch, and the state of each step. */
export function useBatchPlay(options: PlayOptions) {
  const { batchId, configHash, marketCount, predictions, wallet, contracts } = options;
  const client = useClient();
  const [{ data }, readPlayer] = useQuery({
    query: playerQuery,
    variables: { id: batchId, address: wallet.address },
  });
  const [chain, setChain] = useState<ChainPlayer | null>(null);
  const [steps, setSteps] = useState<readonly PlayStep[]>([]);
  const [oracles, setOracles] = useState<readonly OracleReply[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [saved, setSaved] = useState(() => loadBitmap(batchId, wallet.address));
  // Grows with each action, so that the looks at slow oracles of an earlier one end.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const player = data?.batch?.player ?? null;
  const proof = data?.batch?.position?.proof ?? null;

  const refresh = useCallback(async () => {
    readPlayer({ requestPolicy: 'network-only' });
    const { readChainPlayer } = await import('../../wallet/chain.ts');
    setChain(await readChainPlayer(contracts, wallet, batchId).catch(() => null));
  }, [readPlayer, contracts, wallet, batchId]);
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), pollInterval);
    return () => clearInterval(timer);
  }, [refresh]);

  const setStep = (step: PlayStep) =>
    setSteps((list) => [...list.filter(({ name }) => name !== step.name), step]);
  /** Runs one step. A failure is described in the step's state and ends the sequence. */
  const take = async (
    name: string,
    work: (note: (hash: string) => void) => Promise<string | undefined>,
  ) => {
    setStep({ name, state: 'working' });
    let hash: string | undefined;
    const show = (state: PlayStep['state'], text?: string) =>
      setStep({ name, state, ...(text ? { text } : {}), ...(hash ? { hash } : {}) });
    try {
      const text = await work((sent) => {
        hash = sent;
        show('working');
      });
      show('done', text);
    } catch (error) {
      show('failed', error instanceof Error ? error.message : 'It failed.');
      throw error;
    }
  };
  const run = async (name: string, work: () => Promise<void>) => {
    turn.current += 1;
    setBusy(name);
    setSteps([]);
    setOracles([]);
    // The failed step shows the reason.
    await work().catch(() => undefined);
    await refresh();
    setBusy(null);
  };

  const transact = async (name: string, call: ContractCall) => {
    const { readPayout, sendTransaction } = await import('../../wallet/chain.ts');
    await take(name, async (note) => {
      const receipt = await sendTransaction({ contracts, wallet, call, onSent: note });
      const payout = readPayout(receipt);
      return payout === null ? undefined : describePayout(payout);
    });
  };
  const callMarket = async (name: string, functionName: string, args: readonly unknown[]) => {
    const { visionAbi } = await import('../../wallet/chain.ts');
    const address = contracts.vision;
    await transact(name, {
      address,
      abi: visionAbi,
      functionName,
      args: [BigInt(batchId), ...args],
    });
  };

  const submitOnce = async (encoded: EncodedBitmap, waitForAll = false) => {
    const { data: answer } = await client
      .mutation(submitMutation, {
        input: {
          batchId,
          player: wallet.address,
          bitmap: encoded.bitmap,
          expectedHash: encoded.hash,
          waitForAll,
        },
      })
      .toPromise();
    return answer?.submitBitmap ?? null;
  };
  /** Asks again how the slow oracles decided; a repeated submission changes nothing. */
  const followSlow = async (encoded: EncodedBitmap) => {
    const own = turn.current;
    for (let look = 0; look < slowLooks; look += 1) {
      const result = await submitOnce(encoded, true);
      if (turn.current !== own || result === null || !result.accepted) return;
      setOracles(result.oracles);
      if (result.oracles.every(({ state }) => state !== 'WAITING')) return;
      await sleep(submitPause);
    }
  };
  const send = (encoded: EncodedBitmap) =>
    take('Send the predictions to the oracles', async () => {
      for (let attempt = 1; ; attempt += 1) {
        const result = await submitOnce(encoded);
        setOracles(result?.oracles ?? []);
        if (result?.accepted) {
          if (result.oracles.some(({ state }) => state === 'WAITING')) void followSlow(encoded);
          const { acceptedCount, oracles } = result;
          const enough = acceptedCount < oracles.length ? ', enough' : '';
          return `${acceptedCount} of ${oracles.length} accepted${enough}`;
        }
        const refusal = result?.userErrors[0];
        const isEarly =
          refusal?.code === 'PLAYER_NOT_FOUND' || refusal?.code === 'QUORUM_NOT_REACHED';
        if (!isEarly || attempt === submitAttempts) {
          throw new Error(refusal?.message ?? 'The oracles cannot be reached.');
        }
        await sleep(submitPause);
      }
    });

  const commit = (deposit: bigint, stake: bigint) =>
    run('commit', async () => {
      const listed = listPredictions(predictions, marketCount);
      if (listed === null) return;
      const encoded = await encodePredictions(listed);
      if (isPlaying) {
        await callMarket('Commit the new predictions', 'updateBitmap', [configHash, encoded.hash]);
      } else {
        const { usdc18Abi } = await import('../../wallet/chain.ts');
        if ((chain?.allowance ?? 0n) < deposit) {
          await transact('Approve the deposit', {
            address: contracts.usdc,
            abi: usdc18Abi,
            functionName: 'approve',
            args: [contracts.vision, deposit],
          });
        }
        await callMarket('Join the batch', 'joinBatch', [configHash, deposit, stake, encoded.hash]);
      }
      const committed = { ...encoded, configHash, predictions: listed };
      saveBitmap(batchId, wallet.address, committed);
      setSaved(committed);
      await send(encoded);
    });
  const submit = () =>
    run('submit', async () => {
      if (saved !== null) await send(saved);
    });
  const leave = () => run('leave', () => callMarket('Request the exit', 'requestExit', []));
  const pay = () =>
    run('pay', async () => {
      if (proof === null) return;
      const signed = [
        proof.signature,
        BigInt(proof.referenceNonce ?? 0),
        BigInt(proof.signersBitmask ?? 0),
      ];
      if (proof.finalBalance !== null) {
        const final = BigInt(proof.finalBalance);
        await callMarket('Withdraw the balance', 'withdraw', [final, ...signed]);
      } else {
        await callMarket('Claim the winnings', 'claimRewards', [
          BigInt(proof.fromTick ?? 0),
          BigInt(proof.toTick ?? 0),
          BigInt(proof.newBalance ?? 0),
          ...signed,
        ]);
      }
    });

  const position = chain?.position ?? null;
  const isPlaying = position !== null;
  // The predictions of this browser count only if the chain has their hash.
  const committed = saved !== null && saved.hash === position?.bitmapHash ? saved : null;
  const claimed =
    position === null ? 0n : position.balance - position.freshSince(proof?.toTick ?? 0);
  return {
    player,
    chain,
    position,
    steps,
    oracles,
    isBusy: busy !== null,
    /** What this browser has committed; null if nothing, or if another browser has since. */
    committed,
    /** Winnings that can be claimed, before the fee, wei. */
    winnings: proof?.newBalance == null ? 0n : BigInt(proof.newBalance) - claimed,
    /** What can be withdrawn, wei; null before the exit. */
    finalBalance: proof?.finalBalance == null ? null : BigInt(proof.finalBalance),
    refresh,
    commit,
    submit,
    leave,
    pay,
  };
}
