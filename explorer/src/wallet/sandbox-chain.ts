import { useEffect, useState } from 'react';

/** Path of the L3 chain's JSON-RPC, to which a gateway with a sandbox forwards requests. */
export const chainRpcPath = '/rpc/l3';

let asked: Promise<boolean> | undefined;

async function askChain(): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(chainRpcPath, { method: 'POST', headers, body });
  return response.ok;
}

/** Returns whether this gateway has a sandbox chain; null until it is known. */
export function useSandboxChain(): boolean | null {
  const [isThere, setThere] = useState<boolean | null>(null);
  useEffect(() => {
    asked ??= askChain().catch(() => false);
    void asked.then(setThere);
  }, []);
  return isThere;
}
