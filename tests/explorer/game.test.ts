import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { forwardGet } from '../support/counting-proxy.ts';
import { startExplorer, type TestExplorer } from '../support/explorer.ts';
import { startUpstream } from '../support/gateway.ts';

/** Joins or submits, again where the tick was about to end and refused it, until a text is shown. */
async function joinUntil(expect: ExpectStatic, play: Locator, text: RegExp): Promise<void> {
  const buttons = ['Join', 'Submit'].map((name) => play.getByRole('button', { name, exact: true }));
  await expect
    .poll(
      async () => {
        for (const button of buttons) {
          if (await button.isEnabled({ timeout: 500 }).catch(() => false)) await button.click();
        }
        const seen = play.getByText(text).first().waitFor({ timeout: 5_000 });
        return seen.then(
          () => true,
          () => false,
        );
      },
      { timeout: 90_000 },
    )
    .toBe(true);
}

async function connect(page: Page, account: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: account }).click();
  await page.keyboard.press('Escape');
  return page.getByRole('complementary', { name: 'Play' });
}

/** Answers a POST of JSON with what `target` answers, once `start` resolves. */
async function forwardPost(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  start: Promise<void>,
): Promise<void> {
  const body = await text(request);
  await start;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(target + request.url, { method: 'POST', headers, body });
  response.writeHead(answer.status, headers).end(await answer.text());
}

const steps = (play: Locator) => play.locator('.steps').textContent();

describe.skipIf(chromiumPath === null)('the game in a browser', () => {
  let explorer: TestExplorer;
  beforeAll(async () => {
    explorer = await startExplorer();
  });
  afterAll(() => explorer?.[Symbol.asyncDispose]());

  test.concurrent('default: a person plays a batch from the faucet to the withdrawal', async ({
    expect,
  }) => {
    const { page, problems } = await explorer.open('/markets');
    await page.getByRole('link', { name: '#10' }).click();
    const play = await connect(page, 'Account 2');
    await play.getByRole('button', { name: 'Faucet' }).click();
    await play.getByText(/paid/).waitFor();
    // Nothing is predicted that the player has not chosen.
    const join = play.getByRole('button', { name: 'Join' });
    await play.getByText(/^40 markets have no prediction yet/).waitFor();
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await join.isEnabled()).toBe(false);
    await page.getByRole('radio', { name: 'Up' }).first().click();
    await page.getByText('1 up, 0 down, 39 open').waitFor();
    await page.getByRole('button', { name: 'Follow 24 h change' }).click();
    await page.getByRole('button', { name: 'All down' }).click();
    await page.getByRole('radio', { name: 'Up' }).first().click();
    const chosen = await page.getByText(/^\d+ up, \d+ down$/).textContent();
    await page.getByRole('button', { name: 'Backtest predictions' }).click();
    await page.getByText('Profit', { exact: true }).first().waitFor();

    // What the contract would refuse is said before anything is paid for.
    for (const [label, value, reason] of [
      ['Deposit in USDC', '0', 'A deposit is needed'],
      ['Deposit in USDC', '123456789', 'More than the wallet has'],
      ['Stake per tick in USDC', '0.01', 'below the minimum'],
    ] as const) {
      const field = play.getByRole('textbox', { name: label });
      const before = await field.inputValue();
      await field.fill(value);
      await play.getByText(reason).waitFor();
      expect(await join.isEnabled()).toBe(false);
      await field.fill(before);
    }
    await joinUntil(expect, play, /\d of 3 accepted/);
    expect(await play.getByText('refused').count()).toBe(0);
    await expect
      .poll(() => play.getByRole('list', { name: 'Oracles' }).textContent(), { timeout: 20_000 })
      .toBe('Oracle 1 acceptedOracle 2 acceptedOracle 3 accepted');

    await page.reload();
    await expect.poll(() => page.getByText(/^\d+ up, \d+ down$/).textContent()).toBe(chosen);
    const change = play.getByRole('button', { name: 'Change predictions' });
    await play.getByText('The predictions shown are the committed ones').waitFor();
    expect(await change.isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'All up' }).click();
    await expect.poll(() => change.isEnabled()).toBe(true);

    await play.getByRole('button', { name: 'Leave the batch' }).click();
    await play.getByText(/^Leaving: tick \d+ is the last/).waitFor();
    const withdraw = play.getByRole('button', { name: /^Withdraw \d/ });
    await withdraw.waitFor({ timeout: 90_000 });
    const amount = /[\d.]+/.exec((await withdraw.textContent()) ?? '')?.[0] ?? '';
    expect(Number(amount)).toBeGreaterThan(90);
    await withdraw.click();
    await expect
      .poll(() => steps(play), { timeout: 30_000 })
      .toMatch(/DoneWithdraw the balance.* USDC paid to the wallet/);
    await join.waitFor();
    await page
      .getByRole('button', { name: /details of tick/ })
      .last()
      .click();
    await page.getByRole('columnheader', { name: 'Outcome' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 240_000);

  test.concurrent('behavior: winnings are claimed by their amount, and not where there are none', async ({
    expect,
  }) => {
    // Of two opposite players one wins in each tick.
    const players = await Promise.all(
      (['All up', 'All down'] as const).map(async (choice, index) => {
        const { page } = await explorer.open('/markets/10');
        const play = await connect(page, `Account ${index + 3}`);
        await play.getByRole('button', { name: 'Faucet' }).click();
        await play.getByText(/paid/).waitFor();
        await page.getByRole('button', { name: choice }).click();
        await joinUntil(expect, play, /\d of 3 accepted/);
        return { page, play };
      }),
    );
    const readClaims = () =>
      Promise.all(players.map(({ play }) => play.getByRole('button', { name: 'Claim' })));
    for (const claim of await readClaims()) {
      if (!(await claim.isEnabled())) expect(await claim.textContent()).toBe('Claim');
    }
    const winner = async () => {
      for (const player of players) {
        if (await player.play.getByRole('button', { name: /^Claim \d/ }).isVisible()) return player;
      }
      return undefined;
    };
    await expect.poll(winner, { timeout: 120_000 }).toBeDefined();
    const play = (await winner())?.play;
    if (play === undefined) throw new Error('nobody has won');
    await play.getByRole('button', { name: /^Claim \d/ }).click();
    await expect
      .poll(() => steps(play), { timeout: 30_000 })
      .toMatch(/DoneClaim the winnings.* USDC paid to the wallet/);
    for (const { page } of players) await page.context().close();
  }, 240_000);

  test.concurrent('behavior: an oracle that is slow is waited for, and its answer shown when it comes', async ({
    expect,
  }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [first = '', second = '', third = ''] = explorer.sandbox.urls.oracles;
    await using slow = await startUpstream((request, response) => {
      if (request.method === 'POST') void forwardPost(third, request, response, held);
      else forwardGet(third, request, response);
    });
    await using other = await explorer.startAnother({
      ORACLE_URLS: [first, second, slow.url].join(),
    });
    const { page } = await other.open('/markets/10');
    const play = await connect(page, 'Account 1');
    await play.getByRole('button', { name: 'Faucet' }).click();
    await play.getByText(/paid/).waitFor();
    await page.getByRole('button', { name: 'All up' }).click();
    await joinUntil(expect, play, /2 of 3 accepted, enough/);
    const oracles = play.getByRole('list', { name: 'Oracles' });
    expect(await oracles.textContent()).toContain('Oracle 3 has not answered yet');
    release();
    await expect
      .poll(() => oracles.textContent(), { timeout: 20_000 })
      .toContain('Oracle 3 accepted');
    await page.context().close();
  }, 240_000);
});
