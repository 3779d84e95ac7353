/** Definitions of figures, from the schema; written by `npm run generate`. */

/** The definition of each field of `Performance`. */
export const performanceDefinitions = {
  "annualizedReturnPct": "100·((v_n/v_0)^(365/d) − 1), percent a year, d days from the first to the last point. No value below 1 return. Source: GIPS 2020.",
  "bestDay": "Day with the largest r, percent, not annualised; the earlier one of equal ones. No value below 1 return. Source: order statistics of r.",
  "calmar": "annualized return / −max drawdown, a ratio, annualised. No value below 2 returns, or without a drawdown. Source: Young 1991.",
  "distribution": "How many daily returns are in each of equal bins from the smallest to the largest; one bin when all are equal, empty without returns. Source: histogram, Pearson 1895.",
  "downsideDeviationPct": "100·√(mean of min(e, 0)² over all n)·√365, percent, annualised. No value below 2 returns. Source: Sortino, Price 1994.",
  "drawdownSeries": "100·(v_k/max of v_0…v_k − 1) of each day, percent, at most 0. Source: Magdon-Ismail, Atiya 2004.",
  "drawdowns": "Declines from a peak until the value is back at it, the deepest first. Source: Magdon-Ismail, Atiya 2004.",
  "excessKurtosis": "Sample excess kurtosis G2 of r, without unit, not annualised; 0 for a normal distribution. No value below 4 returns, or for constant ones. Source: Joanes, Gill 1998.",
  "expectedShortfallPct": "−100·mean of all r at or below the quantile of value at risk; percent of a day, a loss is above 0, not annualised. No value below 20 returns. Source: Acerbi, Tasche 2002.",
  "from": "First day of the series; no value without points.",
  "leftOutIntervals": "Of a wallet: intervals without capital to earn on, which time weighted return leaves out. No value for anything else.",
  "maxDrawdownPct": "Smallest 100·(v_k/max of v_0…v_k − 1), percent, at most 0, not annualised. No value below 1 return. Source: Magdon-Ismail, Atiya 2004.",
  "missingDays": "Days between the first and the last one that have no point. The return over such a gap counts as one.",
  "moneyWeightedReturnPct": "Of a wallet: annual rate at which the flows grow to the last value (XIRR, ACT/365), percent a year. No value for anything else, and when the present value has no change of sign. Source: GIPS 2020; XIRR of OpenFormula 1.2.",
  "monthlyReturns": "Returns of the calendar months, ascending; empty without points. Source: GIPS 2020.",
  "omega": "Sum of max(e, 0) / sum of max(−e, 0), a ratio, not annualised. No value below 2 returns, or without a loss. Source: Keating, Shadwick 2002.",
  "periodReturns": "Returns of the last 7, 30, 90, 180 and 365 days, of month and year to date, and since the first point; empty without points. Source: GIPS 2020.",
  "positiveDaysPct": "Share of r > 0, percent, not annualised. No value below 1 return. Source: Bacon 2008.",
  "positiveMonthsPct": "Share of the whole calendar months with a return above 0, percent, not annualised. No value without a whole month. Source: Bacon 2008.",
  "probabilisticSharpe": "Φ((SR − SR*)·√(n − 1) / √(1 − γ₃·SR + (γ₄ − 1)/4·SR²)), a probability from 0 to 1 that the true Sharpe ratio is above the benchmark: SR = mean(e)/std(e) a day, SR* = benchmark/√365, γ₃ skewness and γ₄ kurtosis of e (population; 3 is normal). No value below 30 returns, or for constant ones. Source: Bailey, López de Prado 2012.",
  "returns": "Number n of daily returns.",
  "rolling": "Figures of the last days returns, for each day with that many; empty for shorter series. Source: those of the same figures of Performance.",
  "sharpe": "mean(e)/std(e)·√365, a ratio, annualised. No value below 2 returns, or for constant ones. Source: Sharpe 1994.",
  "skewness": "Adjusted Fisher–Pearson skewness G1 of r, without unit, not annualised. No value below 3 returns, or for constant ones. Source: Joanes, Gill 1998.",
  "sortino": "mean(e)/√(mean of min(e, 0)²)·√365, a ratio, annualised. No value below 2 returns, or without a loss. Source: Sortino, Price 1994.",
  "timeWeightedReturnPct": "Of a wallet: 100·(product of 1 + the Modified Dietz return of each interval between two points − 1), percent, not annualised; flows weigh by the share of the interval that remains. No value for anything else, and below 2 points. Source: GIPS 2020; Dietz 1966.",
  "to": "Last day of the series; no value without points.",
  "totalReturnPct": "100·(v_n/v_0 − 1), percent, not annualised. No value below 1 return. Source: GIPS 2020.",
  "ulcerIndexPct": "√(mean of dd² over all n + 1 points), dd percent below the highest value so far; percent, not annualised. No value below 2 returns. Source: Martin, McCann 1989.",
  "valueAtRiskPct": "−100·q, q the (1 − confidence) quantile of r, interpolated linearly between order statistics; percent of a day, a loss is above 0, not annualised. No value below 20 returns. Source: historical simulation, J.P. Morgan RiskMetrics 1996.",
  "versus": "The series beside a benchmark, over the days that both have. Reads the benchmark's series. No value when the benchmark does not exist.",
  "volatilityPct": "100·std(r)·√365, percent, annualised; std is the sample standard deviation (ddof 1). No value below 2 returns. Source: Markowitz 1952.",
  "worstDay": "Day with the smallest r, percent, not annualised; the earlier one of equal ones. No value below 1 return. Source: order statistics of r.",
  "yearlyReturns": "Returns of the calendar years, ascending; empty without points. Source: GIPS 2020."
} as const;

/** The definition of each field of `BenchmarkComparison`. */
export const benchmarkComparisonDefinitions = {
  "alphaPct": "100·((1 + mean(e − β·e_b))^365 − 1), percent a year. No value without beta. Source: Jensen 1968.",
  "betaToBenchmark": "cov(r, r_b)/var(r_b), ddof 1, a ratio, not annualised. No value for a constant benchmark. Source: Sharpe 1964.",
  "correlation": "Pearson's correlation of r and r_b, without unit, a number from −1 to 1. No value when one of them is constant. Source: Pearson 1895.",
  "days": "Days that both have.",
  "downCapturePct": "100·(geometric mean of 1 + r over the days with r_b < 0, minus 1)/(the same of r_b), percent, not annualised. No value without such days. Source: Morningstar.",
  "excessReturnPct": "Total return of the series minus that of the benchmark over these days, percentage points, not annualised. Source: Bacon 2008.",
  "informationRatio": "mean(r − r_b)/std(r − r_b)·√365, a ratio, annualised. No value without a tracking error. Source: Grinold, Kahn 1999.",
  "series": "Both series over these days, 1 on the first.",
  "trackingErrorPct": "100·std(r − r_b)·√365, percent, annualised, ddof 1. Source: Grinold, Kahn 1999.",
  "upCapturePct": "100·(geometric mean of 1 + r over the days with r_b > 0, minus 1)/(the same of r_b), percent, not annualised. No value without such days. Source: Morningstar."
} as const;

/** The definition of each field of `Concentration`. */
export const concentrationDefinitions = {
  "effectiveAssets": "1/sum of w²: as many assets of equal weight are as concentrated. No value when the sum is 0. Source: Laakso, Taagepera 1979.",
  "herfindahl": "Sum of w², 0 to 1: 1 is a single asset. Source: Hirschman 1945, Herfindahl 1950.",
  "top5Pct": "100·sum of the 5 largest w, percent. Source: concentration ratio, Bain 1956.",
  "top10Pct": "100·sum of the 10 largest w, percent. Source: concentration ratio, Bain 1956."
} as const;

/** The definition of each field of `Turnover`. */
export const turnoverDefinitions = {
  "annualMeanPct": "Sum of turnover · 365 / days from the first to the last rebalance, percent of the portfolio a year. No value below 2 rebalances. Source: Grinold, Kahn 1999.",
  "rebalances": "All rebalances after the first, ascending."
} as const;

/** The definition of each field of `Contributions`. */
export const contributionsDefinitions = {
  "coins": "The coins, by contribution, the largest first.",
  "residualPct": "Total return of the run minus the contributions of all its coins, percentage points: compounding, fees, and the periods at whose end the data node states no price, which are those in which a coin was sold and the one since the last rebalance. No value without statistics."
} as const;

/** The definition of each field of `CoinContribution`. */
export const coinContributionDefinitions = {
  "asset": "The coin.",
  "coinId": "The data node's id of the coin.",
  "contributionPct": "Sum over the periods between two rebalances of 100·weight·(price at the end/price at the begin − 1), percentage points, not annualised. Source: Brinson, Fachler 1985.",
  "periods": "Number of periods in that sum: those at both ends of which the coin was held."
} as const;

/** The definition of each field of `SimulationStats`. */
export const simulationStatsDefinitions = {
  "annualizedReturn": "Annualized return, percent.",
  "endDate": "Last day.",
  "maxDrawdownPct": "Maximum peak-to-trough decline, percent, at most 0.",
  "sharpeRatio": "Risk-adjusted return, a ratio: mean over deviation of daily returns, annualised.",
  "startDate": "First day.",
  "totalDelistings": "Number of positions that were closed because their asset could no longer be traded.",
  "totalFeesPct": "Sum over all rebalances of 100·φ·Σ|w − w before|, percent of the value at each rebalance, not annualised: w are the weights, φ = base fee/100 + 0.001·spread multiplier is the cost of what is traded.",
  "totalRebalances": "Number of rebalances, with the first, which buys the portfolio.",
  "totalReturnPct": "Cumulative return, percent.",
  "totalTrades": "Number of trades: in each rebalance, the assets whose weight changed. Trades of cash are not counted."
} as const;

/** The definition of each field of `Selection`. */
export const selectionDefinitions = {
  "commonDays": "Number of daily returns that all variants have.",
  "deflatedSharpe": "Φ as probabilistic sharpe, of all common returns of the variant that was best in sample, against SR* = √V·((1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(N·e))), the daily Sharpe ratio that the best of N variants without skill reaches: V the variance (ddof 1) of the daily Sharpe ratios of the N variants that have one, γ = 0.5772156649015329. A probability from 0 to 1. Source: Bailey, López de Prado 2014.",
  "expectedBestSharpe": "Annualised Sharpe ratio SR*·√365 that the best of as many variants without skill is expected to have, a ratio; see deflated sharpe. Source: Bailey, López de Prado 2014.",
  "probabilityOfOverfitting": "Share of the 252 halvings of ten blocks of returns in which the best variant of one half is not above the median of the other, a fraction from 0 to 1; the newest returns beyond ten equal blocks are left out. Source: Bailey, Borwein, López de Prado, Zhu 2017 (CSCV).",
  "rankCorrelation": "Spearman's correlation of the Sharpe ratios in and out of sample, a number from −1 to 1: below 0, what was good became bad. No value for equal ratios. Source: Spearman 1904.",
  "split": "Share of the common daily returns that are in sample, a fraction.",
  "variants": "The variants, in the order of the sweep or of the argument.",
  "winnerRank": "Rank out of sample of the variant that was best in sample; 1 is the best. Source: Bailey, Borwein, López de Prado, Zhu 2017."
} as const;

/** The definition of each field of `LedgerTotals`. */
export const ledgerTotalsDefinitions = {
  "boughtUsd": "All purchases with fees, USD.",
  "realizedUsd": "Sum of the known gains, USD.",
  "soldUsd": "All sales without fees, USD.",
  "unmatchedSales": "Number of sales of more shares than were bought.",
  "unrealizedUsd": "Sum of the known unrealized gains, USD."
} as const;

/** The definition of each field of `StressResult`. */
export const stressResultDefinitions = {
  "changePct": "100·(valueUsd/value before − 1), percent. No value when the value before is 0.",
  "funds": "Each fund's value after the change, the largest before it first.",
  "loans": "The loans after the change.",
  "valueUsd": "Sum over the funds of value·Σ(w·(1 + pct/100)), USD: w are the weights of the basket, pct are the changes. With pledged shares and without debt."
} as const;

/** The definition of each field of `StressedLoan`. */
export const stressedLoanDefinitions = {
  "healthFactor": "Value of the collateral after the changes · liquidation threshold/debt, a ratio; below 1 the loan can be liquidated. No value without debt.",
  "isLiquidatable": "Whether the loan can be liquidated: a health factor below 1.",
  "market": "The market.",
  "state": "What the health factor means, as state."
} as const;

/** The definition of each field of `LendingRates`. */
export const lendingRatesDefinitions = {
  "accruedAt": "When the market was last used (last update of the contract): debts and supplies include the interest up to then. The contract adds what is due since then at the next use, a liquidation included.",
  "borrowApyPct": "100·(e^r − 1), percent a year: the interest of a loan that is compounded continuously. Contracts compound when the market is used.",
  "borrowRatePct": "100·r, percent a year without compounding: r is the contract's borrow rate per year, or 365 days of the rate per second of its rate model (borrow rate view).",
  "feePct": "Share of the interest that the market keeps, percent.",
  "model": "What decides the rate of loans.",
  "supplyApyPct": "100·(e^(r·u·(1 − fee)) − 1), percent a year, for lenders: u is the share of the supply that is lent out, totalBorrowAssets/totalSupplyAssets of the contract, at most 1."
} as const;
