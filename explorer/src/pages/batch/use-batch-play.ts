import { useCallback, useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { Contracts } from '../../wallet/use-contracts.ts';
import type { Wallet } from '../../wallet/wallet-store.ts';
import type { OracleReply, PlayStep } from './play-steps.tsx';
import { type EncodedBitmap, type Predictions, useEncodeBitmap } from './predictions.ts';

const playerQuery = graphql(`
  query Player($id: ID!, $address: Address!) {
    batch(id: $id) {
      id
      player(address: $address) {
        balance
        stakePerTick
        startTick
        hasBitmap
        position {
          balance
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
        accepted
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

type PlayOptions = {
  readonly batchId: string;
  readonly configHash: string;
  readonly marketCount: number;
  readonly predictions: Predictions;
  readonly wallet: Wallet;
  readonly contracts: Contracts;
};

/** Returns the actions of a player in a batch, and the state of each step. */
export function useBatchPlay(options: PlayOptions) {
  const { batchId, configHash, marketCount, predictions, wallet, contracts } = options;
  const client = useClient();
  const encode = useEncodeBitmap();
  const [{ data }, readPlayer] = useQuery({
    query: playerQuery,
    variables: { id: batchId, address: wallet.address },
  });
  const [usdc, setUsdc] = useState<bigint | null>(null);
  const [steps, setSteps] = useState<readonly PlayStep[]>([]);
  const [oracles, setOracles] = useState<readonly OracleReply[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [bitmap, setBitmap] = useState(() => loadBitmap(batchId, wallet.address));
  const player = data?.batch?.player ?? null;

  const refresh = useCallback(async () => {
    readPlayer({ requestPolicy: 'network-only' });
    const { readBalances } = await import('../../wallet/chain.ts');
    setUsdc(
      await readBalances(contracts, wallet).then(
        (balances) => balances.usdc,
        () => null,
      ),
    );
  }, [readPlayer, contracts, wallet]);
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
    setBusy(name);
    setSteps([]);
    setOracles([]);
    // The failed step shows the reason.
    await work().catch(() => undefined);
    setBusy(null);
    void refresh();
  };

  const transact = async (
    name: string,
    functionName: string,
    args: readonly unknown[],
    token = false,
  ) => {
    const { sendTransaction, usdc18Abi, visionAbi } = await import('../../wallet/chain.ts');
    await take(name, async (note) => {
      await sendTransaction({
        contracts,
        wallet,
        call: {
          address: token ? contracts.usdc : contracts.vision,
          abi: token ? usdc18Abi : visionAbi,
          functionName,
          args,
        },
        onSent: note,
      });
      return undefined;
    });
  };

  const send = async (encoded: EncodedBitmap) => {
    await take('Submit the bitmap to the oracles', async () => {
      for (let attempt = 1; ; attempt += 1) {
        const { data: answer } = await client
          .mutation(submitMutation, {
            input: {
              batchId,
              player: wallet.address,
              bitmap: encoded.bitmap,
              expectedHash: encoded.hash,
            },
          })
          .toPromise();
        const result = answer?.submitBitmap;
        setOracles(result?.oracles ?? []);
        if (result?.accepted) return `${result.acceptedCount} of ${result.oracles.length} accepted`;
        const refusal = result?.userErrors[0];
        const isEarly =
          refusal?.code === 'PLAYER_NOT_FOUND' || refusal?.code === 'QUORUM_NOT_REACHED';
        if (!isEarly || attempt === submitAttempts) {
          throw new Error(refusal?.message ?? 'The oracles cannot be reached.');
        }
        await new Promise((resolve) => setTimeout(resolve, submitPause));
      }
    });
  };

  const commit = (deposit: bigint, stake: bigint) =>
    run('commit', async () => {
      const encoded = await encode(predictions, marketCount);
      if (encoded === null) throw new Error('The bitmap cannot be encoded.');
      if (player === null) {
        const { readBalances } = await import('../../wallet/chain.ts');
        const { allowance } = await readBalances(contracts, wallet);
        if (allowance < deposit) {
          await transact('Approve the deposit', 'approve', [contracts.vision, deposit], true);
        }
        await transact('Join the batch', 'joinBatch', [
          BigInt(batchId),
          configHash,
          deposit,
          stake,
          encoded.hash,
        ]);
      } else {
        await transact('Commit the new bitmap', 'updateBitmap', [
          BigInt(batchId),
          configHash,
          encoded.hash,
        ]);
      }
      saveBitmap(batchId, wallet.address, encoded);
      setBitmap(encoded);
      await send(encoded);
    });
  const submit = () =>
    run('submit', async () => {
      if (bitmap !== null) await send(bitmap);
    });
  const claim = () =>
    run('claim', async () => {
      const proof = player?.position?.proof;
      if (proof == null) return;
      const signed = [
        proof.signature,
        BigInt(proof.referenceNonce ?? 0),
        BigInt(proof.signersBitmask ?? 0),
      ];
      if (proof.finalBalance !== null) {
        await transact('Withdraw the balance', 'withdraw', [
          BigInt(batchId),
          BigInt(proof.finalBalance),
          ...signed,
        ]);
      } else {
        await transact('Claim the winnings', 'claimRewards', [
          BigInt(batchId),
          BigInt(proof.fromTick ?? 0),
          BigInt(proof.toTick ?? 0),
          BigInt(proof.newBalance ?? 0),
          ...signed,
        ]);
      }
    });

  return {
    player,
    usdc,
    steps,
    oracles,
    busy,
    hasBitmap: bitmap !== null,
    refresh,
    commit,
    submit,
    claim,
  };
}

const bitmapKey = (batchId: string, address: string) => `bitmap:${batchId}:${address}`;

/**
 * Returns the bitmap that this browser committed last. The oracles need it, because the chain has
 * only its hash.
 */
function loadBitmap(batchId: string, address: string): EncodedBitmap | null {
  const text = localStorage.getItem(bitmapKey(batchId, address));
  return text === null ? null : (JSON.parse(text) as EncodedBitmap);
}

function saveBitmap(batchId: string, address: string, bitmap: EncodedBitmap): void {
  localStorage.setItem(bitmapKey(batchId, address), JSON.stringify(bitmap));
}
