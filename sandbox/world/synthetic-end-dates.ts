/** First and last of the days on which a synthetic history may end, `YYYY-MM-DD`. */
export const syntheticEndDates = { first: '2020-01-02', last: '2039-12-31' } as const;
