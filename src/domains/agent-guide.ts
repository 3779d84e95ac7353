import type { AgentGuide } from '../graphql/mcp/prompts.ts';

/** What `/mcp` tells language models: how to use it, and prompts that lead through a task. */
export const agentGuide: AgentGuide = {
  instructions: `Index funds (DTFs), portfolios, lending, backtests of index strategies and a sealed prediction market, from one GraphQL schema.
Use the tools named after a question (listDtfs, getDtf, getPortfolio, runBacktest …) first. For anything else: schema_search, schema_introspect, validate, then execute.
Amounts of type Wei are decimal strings with 18 decimals: "1500000000000000000" is 1.5. Fields that end in Pct are percent. A field that is null is not known, or its source failed: see errors.
A large result is cut: nextCursor, given as cursor in the same call, returns what follows.`,
  prompts: [
    {
      name: 'analyse_a_fund',
      title: 'Analyse a fund',
      description: 'What a fund holds, what it earned, and how risky it was.',
      arguments: [
        { name: 'fund', description: 'Id, symbol or name of the fund (DTF).', required: true },
      ],
      render: ({ fund }) => `Analyse the index fund (DTF) "${fund}".
1. If this is no id (0x and 64 hex digits), call listDtfs and take the itpId of the fund with this symbol or name.
2. Call getDtf for its net asset value (NAV), assets under management and basket.
3. Call analyzeDtf with range Y1 for returns, volatility, drawdowns and ratios beside Bitcoin.
4. Call getDtfMarket for what a share can be sold and bought for now, and getDtfHolders for who holds it.
5. Report: what it holds, what it earned, how risky it was, how concentrated it is, how far it followed Bitcoin, how wide its spread is, and how much its largest holders have. Name the dates of the figures and the days that are missing; where a figure is null, say that it is not known.`,
    },
    {
      name: 'compare_strategies',
      title: 'Compare strategies',
      description: 'Backtests variants of an index strategy and judges which one to trust.',
      arguments: [
        {
          name: 'category',
          description: 'Id of a category of coins, such as "all"; see listSimulationCategories.',
          required: true,
        },
        { name: 'topN', description: 'Number of coins in the basket; 10 by default.' },
      ],
      render: ({
        category,
        topN = '10',
      }) => `Compare index strategies on the category "${category}".
1. Call listSimulationCategories and check that the category exists.
2. Call runBacktest three times with categoryId "${category}", topN ${topN} and rebalanceDays 30: weighting "equal", "mcap" and "sqrt_mcap". Note each runId.
3. Call judgeBacktests with the three run ids: it says how likely the best one was best by chance.
4. Call analyzeBacktest for the best one.
5. Report a table of return, volatility, maximum drawdown, Sharpe ratio and fees, then which strategy you would trust and how likely it was overfitted.`,
    },
    {
      name: 'play_a_batch',
      title: 'Play a batch',
      description: 'Prepares predictions for a batch of the sealed prediction market.',
      arguments: [{ name: 'batch', description: 'Number of the batch.', required: true }],
      render: ({ batch }) => `Prepare predictions for batch ${batch} of the prediction market.
1. Call getBatch for its number of markets, tick duration and players, and execute batch(id) { markets } for the markets in the order of their bits.
2. Call replayBitmap for the batch with the rule {"kind": "MOMENTUM"}, then REVERSAL, ALWAYS_UP and ALWAYS_DOWN: what each would have earned on revealed ticks. The current tick is sealed: nobody's predictions for it are known.
3. Choose UP (1) or DOWN (0) for each market. Market 0 is the highest bit of the first byte; bits after the last market are 0.
4. Report the bitmap as hex, why you chose it and what it risks. Joining and submitting need a wallet and are confirmed by its owner; the resource dtf-graph://docs/prediction-market says how.`,
    },
  ],
};
