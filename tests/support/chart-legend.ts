import type { Page } from 'playwright-core';

/** Reads what the legend of a chart shows: its time and the value of each series. */
export const readLegend = (page: Page, chart: string) =>
  page.getByRole('img', { name: chart }).evaluate((image) => {
    const figure = image.closest('figure');
    const keys = [...(figure?.querySelectorAll('.chart-key') ?? [])];
    return {
      time: figure?.querySelector('.chart-time')?.textContent ?? '',
      values: Object.fromEntries(
        keys.map((key) => [
          key.querySelector('.muted')?.textContent ?? '',
          key.querySelector('strong')?.textContent ?? '',
        ]),
      ),
    };
  });

/** Returns the calendar day that a daily chart shows, as `2026-11-24`. */
export const toDay = (text: string): string =>
  new Date(Date.parse(`${text} UTC`)).toISOString().slice(0, 10);
