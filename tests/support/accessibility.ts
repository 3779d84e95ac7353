import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours; what the others see is the same in both modes. */
export const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** What axe finds serious on a page, as `rule: element`. */
export async function seriousFindings(page: Page, options: object = {}): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (given) => {
    type Violation = { id: string; impact: string; nodes: { html: string }[] };
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    // Colours are judged when transitions are over, such as that of a button that was disabled.
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...given });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}
