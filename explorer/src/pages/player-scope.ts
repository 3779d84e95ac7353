/** Which ticks the record of a player counts, by the default of the API. */
export const playerScope =
  'revealed ones of the newest 20 ticks of each batch that the wallet is in';
