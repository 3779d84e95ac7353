import { readToken, seriesToken } from './chart-colors.ts';
import type { ChartSeries } from './time-chart.tsx';

const margin = 16;
const head = 60;

/** Draws a chart with its title and legend on a canvas, for an image file. */
export function drawPicture(
  chart: HTMLCanvasElement,
  title: string,
  series: readonly ChartSeries[],
): HTMLCanvasElement {
  const ratio = devicePixelRatio;
  const picture = document.createElement('canvas');
  picture.width = chart.width + 2 * margin * ratio;
  picture.height = chart.height + (head + margin) * ratio;
  const context = picture.getContext('2d');
  if (context === null) return chart;
  context.fillStyle = readToken('--surface');
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(chart, margin * ratio, head * ratio);
  context.scale(ratio, ratio);
  const font = readToken('--font');
  context.fillStyle = readToken('--ink');
  context.font = `600 15px ${font}`;
  context.fillText(title, margin, 26);
  context.font = `12px ${font}`;
  let left = margin;
  for (const [position, { name, token }] of series.entries()) {
    context.fillStyle = readToken(token ?? seriesToken(position));
    context.fillRect(left, 40, 10, 10);
    context.fillStyle = readToken('--ink-2');
    context.fillText(name, left + 16, 49);
    left += 32 + context.measureText(name).width;
  }
  return picture;
}
