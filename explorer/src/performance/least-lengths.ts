/** Days from which a figure for a year is more than an extrapolation. */
export const leastYearDays = 364;

/** Daily returns from which a ratio of return and risk says something. */
export const leastReturns = 30;
