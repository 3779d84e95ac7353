import { lazy } from 'react';

/** Loaded when it is needed, which is seldom. */
export const UnknownFund = lazy(() =>
  import('./unknown-fund.tsx').then(({ UnknownFund }) => ({ default: UnknownFund })),
);
