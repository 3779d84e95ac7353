import { chooseBasket } from './funds/choose-basket.ts';
import { fundRecipes } from './funds/fund-recipes.ts';
import { findFundTexts } from './funds/fund-texts.ts';
import type { FundPlan, FundsPlan, TradePlan } from './funds/funds-plan.ts';
import { scheduleTrades } from './funds/schedule-trades.ts';
import { DAY_MS, type MarketHistory } from './market-history.ts';

export type { FundPlan, FundsPlan, TradePlan } from './funds/funds-plan.ts';

const walletCount = 30;
/** Number of wallets that create funds, from wallet 0 on. */
const creatorCount = 9;
/** Second of the day at which funds are created: noon. */
const createdSecond = 43_200;

/**
 * Plans the index funds of the world and all their mints and redeems over the history.
 *
 * The same history gives the same plan. A longer history only adds to it, apart from column
 * numbers, because events never depend on later days.
 */
export function planFunds(history: MarketHistory): FundsPlan {
  const funds: FundPlan[] = [];
  for (const recipe of fundRecipes) {
    const basket = recipe.day < history.days ? chooseBasket(history, recipe) : null;
    if (basket === null) continue;
    funds.push({
      id: fundId(funds.length + 1),
      name: recipe.name,
      symbol: recipe.symbol,
      texts: findFundTexts(recipe.symbol),
      creator: (funds.length * 4) % creatorCount,
      createdDay: recipe.day,
      createdSecond,
      ...basket,
    });
  }
  const trades = funds
    .flatMap((fund, number) => scheduleTrades(history, { fund, number, wallets: walletCount }))
    .sort((a, b) => secondOf(a) - secondOf(b) || a.fund - b.fund);
  return { walletCount, funds, trades: apart(trades) };
}

/** Returns the time of a trade in milliseconds since 1970-01-01 UTC. */
export function computeTradeTime(
  history: Pick<MarketHistory, 'firstDay'>,
  trade: Pick<TradePlan, 'day' | 'secondOfDay'>,
): number {
  return (history.firstDay + trade.day) * DAY_MS + trade.secondOfDay * 1000;
}

function fundId(counter: number): `0x${string}` {
  return `0x${counter.toString(16).padStart(64, '0')}`;
}

function secondOf(trade: TradePlan): number {
  return trade.day * 86_400 + trade.secondOfDay;
}

/**
 * Delays trades of the same second by one second each, so that every trade has a block of its own.
 */
function apart(trades: readonly TradePlan[]): readonly TradePlan[] {
  let last = -1;
  return trades.map((trade) => {
    const second = Math.max(secondOf(trade), last + 1);
    last = second;
    return { ...trade, day: Math.floor(second / 86_400), secondOfDay: second % 86_400 };
  });
}
