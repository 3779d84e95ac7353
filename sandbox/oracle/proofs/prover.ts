import { LRUCache } from 'lru-cache';
import type { Hex } from 'viem';
import { aggregate, sign, verify } from '../bls/curve.ts';
import {
  encodeSignature,
  type PublicKey,
  parsePublicKey,
  parseSignature,
  type Signature,
} from '../bls/encoding.ts';
import { oracleSecret, quorumOf } from '../bls/keys.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { Peers } from '../peers/peer-client.ts';
import type { SignReply, SignRequest } from '../peers/peer-schema.ts';
import type { SignableStatement } from './signable-statement.ts';

/** A quorum's signature, as the contract takes it. */
export type Proof = {
  readonly signature: Hex;
  /** Key snapshot it was made for. */
  readonly referenceNonce: number;
  /** Bit i stands for oracle i. */
  readonly signersBitmask: bigint;
};

/** Gathers the oracles' signatures into proofs for the chain. */
export type Prover = {
  /** This oracle's part; `null` when it has nothing to sign for the player. */
  readonly signOwn: (statement: SignableStatement | null) => SignReply;
  /** A verified proof; `null` when fewer than a quorum sign the same. */
  readonly prove: (statement: SignableStatement, request: SignRequest) => Promise<Proof | null>;
};

export type ProverParts = {
  readonly book: MarketState;
  readonly peers: Peers;
  readonly index: number;
};

type Part = { readonly index: number; readonly signature: Signature };

/** Creates the prover of one oracle. */
export function createProver({ book, peers, index }: ProverParts): Prover {
  const own = new LRUCache<string, Hex>({ max: 2_000 });
  const proofs = new LRUCache<string, Proof>({ max: 2_000 });
  let keys: { readonly nonce: number; readonly keys: readonly PublicKey[] } = {
    nonce: 0,
    keys: [],
  };

  function currentKeys(): readonly PublicKey[] {
    const { nonce, keys: encoded } = book.oracleKeys();
    if (keys.nonce !== nonce) keys = { nonce, keys: encoded.map(parsePublicKey) };
    return keys.keys;
  }

  function signMessage(message: Hex): Hex {
    const { nonce } = book.oracleKeys();
    const known = own.get(`${nonce}/${message}`);
    if (known !== undefined) return known;
    const signature = encodeSignature(sign(message, oracleSecret({ index, nonce })));
    own.set(`${nonce}/${message}`, signature);
    return signature;
  }

  function isSignedBy(message: Hex, parts: readonly Part[]): boolean {
    const [first, ...others] = parts.map((part) => currentKeys()[part.index]);
    if (first === undefined || others.includes(undefined)) return false;
    const rest = others.filter((key) => key !== undefined);
    return verify(message, aggregate(parts.map(({ signature }) => signature)), [first, ...rest]);
  }

  async function gather(message: Hex, request: SignRequest): Promise<readonly Part[]> {
    const mine = { index, signature: parseSignature(signMessage(message)) };
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
  ): Promise<Proof | null> {
    const { nonce } = book.oracleKeys();
    const known = proofs.get(`${nonce}/${message}`);
    if (known !== undefined) return known;
    const quorum = quorumOf(currentKeys().length);
    let parts = await gather(message, request);
    if (parts.length < quorum) return null;
    if (!isSignedBy(message, parts)) {
      // One bad part spoils the sum: look at each alone.
      parts = parts.filter((part) => isSignedBy(message, [part]));
      if (parts.length < quorum) return null;
    }
    const proof = {
      signature: encodeSignature(aggregate(parts.map(({ signature }) => signature))),
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
        : { message: statement.message, signature: signMessage(statement.message) },
  };
}
