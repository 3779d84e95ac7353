import { DAY_MS } from '../market-history.ts';

/** 2020-01-01, the first day of the synthetic history, in days since 1970-01-01 UTC. */
export const firstHistoryDay = Date.UTC(2020, 0, 1) / DAY_MS;

/** Day number of 2026-06-30. The 150 listings after the start are spread evenly up to this day. */
export const lastListingDay = Date.UTC(2026, 5, 30) / DAY_MS - firstHistoryDay;

/** Day number of 2020-03-12, the only crash whose date is that of a real crash. */
export const crashDay = Date.UTC(2020, 2, 12) / DAY_MS - firstHistoryDay;

/**
 * Number of days that are generated before t = 0, so that 90-day returns exist on the first day.
 */
export const burnInDays = 120;

/** Length of a day in years; markets trade every day. */
export const yearsPerDay = 1 / 365;
