/** Which ticks the record of a player counts, by the default of the API. */
export const playerScope = 'newest 20 revealed ticks of each batch that the wallet is in';
