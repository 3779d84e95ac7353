import { LRUCache } from 'lru-cache';
import type { Hex } from 'viem';
import {
  encodeSignature,
  type PublicKey,
  parsePublicKey,
  parseSignature,
  type Signature,
} from '../bls/encode-points.ts';
import { deriveOracleSecret, quorumSize } from '../bls/oracle-keys.ts';
import { aggregateSignatures, signMessage, verifySignature } from '../bls/signatures.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { PeerClient } from '../peers/peer-client.ts';
import type { SignReply, SignRequest } from '../peers/peer-schema.ts';
import type { SignableStatement } from './signable-statement.ts';

/** A quorum's signature in the form that the contract expects. */
export type QuorumProof = {
  readonly signature: Hex;
  /** Key snapshot for which the proof was made. */
  readonly referenceNonce: number;
  /** Bit i stands for oracle i. */
  readonly signersBitmask: bigint;
};

/** Collects signatures of the oracles and creates proofs for the chain. */
export type QuorumProver = {
  /** Signs with this oracle's key; `null` if there is nothing to sign for the player. */
  readonly signOwn: (statement: SignableStatement | null) => SignReply;
  /** Returns a verified proof; `null` if less than a quorum signs the same statement. */
  readonly prove: (
    statement: SignableStatement,
    request: SignRequest,
  ) => Promise<QuorumProof | null>;
};

export type QuorumProverOptions = {
  readonly marketState: MarketState;
  readonly peers: PeerClient;
  readonly index: number;
};

type Part = { readonly index: number; readonly signature: Signature };

/** Creates the prover of one oracle. */
export function createQuorumProver({
  marketState,
  peers,
  index,
}: QuorumProverOptions): QuorumProver {
  const own = new LRUCache<string, Hex>({ max: 2_000 });
  const proofs = new LRUCache<string, QuorumProof>({ max: 2_000 });
  let keys: { readonly nonce: number; readonly keys: readonly PublicKey[] } = {
    nonce: 0,
    keys: [],
  };

  function currentKeys(): readonly PublicKey[] {
    const { nonce, keys: encoded } = marketState.oracleKeys();
    if (keys.nonce !== nonce) keys = { nonce, keys: encoded.map(parsePublicKey) };
    return keys.keys;
  }

  function signWithOwnKey(message: Hex): Hex {
    const { nonce } = marketState.oracleKeys();
    const known = own.get(`${nonce}/${message}`);
    if (known !== undefined) return known;
    const signature = encodeSignature(signMessage(message, deriveOracleSecret({ index, nonce })));
    own.set(`${nonce}/${message}`, signature);
    return signature;
  }

  function isSignedBy(message: Hex, parts: readonly Part[]): boolean {
    const [first, ...others] = parts.map((part) => currentKeys()[part.index]);
    if (first === undefined || others.includes(undefined)) return false;
    const rest = others.filter((key) => key !== undefined);
    return verifySignature(message, aggregateSignatures(parts.map(({ signature }) => signature)), [
      first,
      ...rest,
    ]);
  }

  async function gather(message: Hex, request: SignRequest): Promise<readonly Part[]> {
    const mine = { index, signature: parseSignature(signWithOwnKey(message)) };
    const settled = await Promise.allSettled(peers.sign(request));
    const others = settled.flatMap((each): readonly Part[] => {
      if (each.status === 'rejected' || each.value.reply?.message !== message) return [];
      try {
        return [{ index: each.value.index, signature: parseSignature(each.value.reply.signature) }];
      } catch {
        return [];
      }
    });
    return [mine, ...others];
  }

  async function prove(
    { message }: SignableStatement,
    request: SignRequest,
  ): Promise<QuorumProof | null> {
    const { nonce } = marketState.oracleKeys();
    const known = proofs.get(`${nonce}/${message}`);
    if (known !== undefined) return known;
    const quorum = quorumSize(currentKeys().length);
    let parts = await gather(message, request);
    if (parts.length < quorum) return null;
    if (!isSignedBy(message, parts)) {
      // One invalid signature makes the aggregate invalid, so each one is verified separately.
      parts = parts.filter((part) => isSignedBy(message, [part]));
      if (parts.length < quorum) return null;
    }
    const proof = {
      signature: encodeSignature(aggregateSignatures(parts.map(({ signature }) => signature))),
      referenceNonce: nonce,
      signersBitmask: parts.reduce((mask, part) => mask | (1n << BigInt(part.index)), 0n),
    };
    proofs.set(`${nonce}/${message}`, proof);
    return proof;
  }

  return {
    prove,
    signOwn: (statement) =>
      statement === null
        ? null
        : { message: statement.message, signature: signWithOwnKey(statement.message) },
  };
}
