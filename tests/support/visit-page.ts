import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ExplorerGateway } from './explorer.ts';

/**
 * Creates a function that opens a page, lets a person do something, and expects no failure of
 * scripts or policies.
 *
 * @param explorer - Returns the explorer, which has started when a test visits a page.
 */
export const createVisit =
  (explorer: () => ExplorerGateway) =>
  async (path: string, act: (page: Page) => Promise<void>): Promise<void> => {
    const { page, problems } = await explorer().open(path);
    await act(page);
    expect(problems).toEqual([]);
    await page.context().close();
  };
