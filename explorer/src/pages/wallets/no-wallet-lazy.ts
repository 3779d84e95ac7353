import { lazy } from 'react';

// What most readers of a wallet's pages never see is loaded when it is needed.
export const InvalidAddress = lazy(() =>
  import('./no-wallet.tsx').then(({ InvalidAddress }) => ({ default: InvalidAddress })),
);
export const UnknownWallet = lazy(() =>
  import('./no-wallet.tsx').then(({ UnknownWallet }) => ({ default: UnknownWallet })),
);
