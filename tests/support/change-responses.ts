import type { Page } from 'playwright-core';

/** Changes what a page receives for a GraphQL operation: the text of the body, or headers. */
export async function changeResponses(
  page: Page,
  operation: string,
  change: {
    readonly text?: (text: string) => string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(`"operationName":"${operation}"`)) {
      return route.fallback();
    }
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({
      response,
      body: change.text?.(body) ?? body,
      headers: { ...response.headers(), ...change.headers },
    });
  });
}
