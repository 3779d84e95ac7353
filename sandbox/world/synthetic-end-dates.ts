/** First and last permitted end date of a synthetic history, `YYYY-MM-DD`. */
export const syntheticEndDates = { first: '2020-01-02', last: '2039-12-31' } as const;
