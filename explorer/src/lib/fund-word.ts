/** The coins that can be compared, with their names; no fund can have their words. */
export const comparedCoins = [
  ['BTC', 'Bitcoin'],
  ['ETH', 'Ethereum'],
] as const;

/** The word of a fund in the address of a comparison: its ticker where that names nothing else. */
export const fundWord = (fund: {
  readonly itpId: string;
  readonly symbol: string | null;
}): string => {
  const { itpId, symbol } = fund;
  const isCoin = comparedCoins.some(([coin]) => coin === symbol?.toUpperCase());
  return symbol === null || isCoin || /^\d+$/.test(symbol) ? itpId : symbol;
};

/** Maximum number of series in a comparison. */
export const maxPeers = 10;
