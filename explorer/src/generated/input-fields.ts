/** The fields of `SimulationInput`; written by `npm run generate`. */
export const inputFields: readonly { readonly name: string; readonly description: string; readonly type: string; readonly isList: boolean; readonly isRequired: boolean; readonly defaultValue: string; readonly options: readonly string[] }[] = [
  {
    "name": "baseFeePct",
    "description": "Fee on traded notional, percent, 0 to 25.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "0.1",
    "options": []
  },
  {
    "name": "categoryId",
    "description": "Category from `simulationCategories`: slug, or global id.",
    "type": "String",
    "isList": false,
    "isRequired": true,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "delistHaircut",
    "description": "Fraction of the last price that is lost when a delisted position is closed, 0 to 0.99.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "0",
    "options": []
  },
  {
    "name": "domLookback",
    "description": "Look-back of the dominance trend, days, 1 to 3650.",
    "type": "Int",
    "isList": false,
    "isRequired": false,
    "defaultValue": "30",
    "options": []
  },
  {
    "name": "domMode",
    "description": "Dominance regime; none when left out.",
    "type": "SimulationDomMode",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": [
      "BTC",
      "ETH",
      "INVERSE"
    ]
  },
  {
    "name": "fngCashPct",
    "description": "Share moved to stables, a fraction from 0 to 1.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "0.4",
    "options": []
  },
  {
    "name": "fngFearThreshold",
    "description": "An index below this is fear, 0 to 100.",
    "type": "Int",
    "isList": false,
    "isRequired": false,
    "defaultValue": "25",
    "options": []
  },
  {
    "name": "fngGreedThreshold",
    "description": "An index above this is greed, 0 to 100.",
    "type": "Int",
    "isList": false,
    "isRequired": false,
    "defaultValue": "75",
    "options": []
  },
  {
    "name": "fngMode",
    "description": "Fear and greed regime; none when left out.",
    "type": "SimulationFngMode",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": [
      "BOTH",
      "FEAR",
      "GREED"
    ]
  },
  {
    "name": "force",
    "description": "Skips every cache and recomputes.",
    "type": "Boolean",
    "isList": false,
    "isRequired": false,
    "defaultValue": "false",
    "options": []
  },
  {
    "name": "rebalanceDays",
    "description": "Days between rebalances, 1 to 3650.",
    "type": "Int",
    "isList": false,
    "isRequired": true,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "spreadMultiplier",
    "description": "Slippage: each adds 0.1 % of traded notional, 0 to 200.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "1",
    "options": []
  },
  {
    "name": "startDate",
    "description": "First day; the earliest of the data when left out.",
    "type": "Date",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "thresholdPct",
    "description": "Rebalances on drift beyond this instead of by the calendar, percentage points, 0.001 to 100.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "topN",
    "description": "Number of top assets by market cap, 1 to 1000.",
    "type": "Int",
    "isList": false,
    "isRequired": true,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "vcInvestors",
    "description": "Investors of whom one took part in a round, any case; at most 100.",
    "type": "String",
    "isList": true,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "vcMinAmountM",
    "description": "Minimum funding, millions USD, 0 to 1000000.",
    "type": "Float",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "vcMode",
    "description": "VC filter: `include`, `exclude`, `funding`, `valuation` or `fresh_{months}` with 1 to 120 months; `include` when another VC field is given.",
    "type": "String",
    "isList": false,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "vcRoundTypes",
    "description": "Types of rounds that count: `seed`, `series_a` …; at most 100.",
    "type": "String",
    "isList": true,
    "isRequired": false,
    "defaultValue": "",
    "options": []
  },
  {
    "name": "weighting",
    "description": "Weighting scheme, any case: `equal`, `mcap`, `mcap_cap{P}`, `sqrt_mcap`, `momentum_{L}`, `invvol_{L}`, `dual_mom_{L}`,\n`risk_parity_{L}`, `min_var_{L}`, `multi_factor_{L}`, `low_vol_{L}`; for categories that start with `dl-` also `tvl`,\n`tvl_cap{P}`, `tvl_sqrt`, `fees_w`, `revenue_w`, `volume_w`, `tvl_mom_{L}`, `fee_eff`, `yield_w`. `P` is a cap in\npercent, 1 to 100; `L` a look-back in days, 2 to 730, for `risk_parity` and `min_var` from 3.",
    "type": "String",
    "isList": false,
    "isRequired": true,
    "defaultValue": "",
    "options": []
  }
];
