import { findCarriedPrice } from '../carried-price.ts';
import { createLabelledRandom, type Random } from '../labelled-random.ts';
import type { MarketHistory } from '../market-history.ts';
import { computeNavWei, usdToWei, weiToUsd } from '../nav.ts';
import type { FundPlan, TradePlan } from './funds-plan.ts';

/**
 * Probability of a trade on the day after creation; it decreases with age as 1 / (1 + age /
 * fadeDays).
 */
const appetite = { atFirst: 0.16, fadeDays: 20 };
const secondsADay = 86_400;
/** Median and log standard deviation of the size of a mint, USD. */
const ticket = { median: 900, spread: 1.1, creatorTimes: 12 };
const redeemChance = 0.35;
/** Share amounts are multiples of 0.001. */
const shareStep = 10n ** 15n;

/**
 * Schedules the mints and redeems of one fund up to the end of the history. The creator mints on
 * the day after creation; then trades become rarer with age. No wallet redeems more than it holds,
 * and trades never depend on later days.
 *
 * @param number - Position of the fund in the plan.
 */
export function scheduleTrades(
  history: MarketHistory,
  {
    fund,
    number,
    wallets,
  }: {
    readonly fund: FundPlan;
    readonly number: number;
    readonly wallets: number;
  },
): readonly TradePlan[] {
  const random = createLabelledRandom(number, 'fund trades');
  const held = new Map<number, bigint>();
  const trades: TradePlan[] = [];
  for (let day = fund.createdDay + 1; day < history.days; day += 1) {
    const age = day - fund.createdDay;
    const isFirst = age === 1;
    const luck = random.uniform();
    const secondOfDay = Math.floor(random.uniform() * secondsADay);
    if (!isFirst && luck >= appetite.atFirst / (1 + age / appetite.fadeDays)) continue;
    const nav = navBefore(history, fund, day);
    if (nav === 0) continue;
    const wallet = isFirst ? fund.creator : Math.floor(random.uniform() * wallets);
    const redeemed = isFirst ? null : drawRedeem(random, held);
    const trade = redeemed ?? {
      kind: 'mint' as const,
      wallet,
      shares: drawShares(random, { nav, times: isFirst ? ticket.creatorTimes : 1 }),
    };
    const signed = trade.kind === 'mint' ? trade.shares : -trade.shares;
    held.set(trade.wallet, (held.get(trade.wallet) ?? 0n) + signed);
    trades.push({ day, secondOfDay, fund: number, ...trade });
  }
  return trades;
}

/**
 * Draws a redeem of a quarter, half or all shares of a wallet; `null` if the next trade is to be a
 * mint.
 */
function drawRedeem(
  random: Random,
  held: ReadonlyMap<number, bigint>,
): Pick<TradePlan, 'kind' | 'wallet' | 'shares'> | null {
  const wantsRedeem = random.uniform() < redeemChance;
  const pick = random.uniform();
  const quarters = [1n, 2n, 4n][Math.floor(random.uniform() * 3)] ?? 4n;
  const holders = [...held].filter(([, shares]) => shares > 0n);
  const [wallet, balance] = holders[Math.floor(pick * holders.length)] ?? [];
  if (!wantsRedeem || wallet === undefined || balance === undefined) return null;
  const part = ((balance * quarters) / 4n / shareStep) * shareStep;
  return { kind: 'redeem', wallet, shares: part > 0n ? part : balance };
}

function drawShares(
  random: Random,
  { nav, times }: { readonly nav: number; readonly times: number },
): bigint {
  const usd = ticket.median * times * Math.exp(ticket.spread * random.normal());
  const shares = usdToWei(usd / nav);
  const whole = (shares / shareStep) * shareStep;
  return whole > 0n ? whole : shareStep;
}

/** Returns the NAV per share by the prices of the previous day, USD. */
function navBefore(history: MarketHistory, fund: FundPlan, day: number): number {
  const prices = fund.assets.map((asset) => findCarriedPrice(history, { asset, day: day - 1 }));
  return weiToUsd(computeNavWei(fund.quantities, prices).nav);
}
