import { readToken } from './chart-colors.ts';

type TextMark = { readonly place: number; readonly text: string };

const [width, height] = [960, 420];
const area = { left: 16, top: 64, width: 880, height: 320 };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a plot as an SVG file of its own: with title, legend and labels, in today's colours. */
export function renderPlotFile(plot: {
  readonly title: string;
  /** The lines; `path` has the points of the plot's square of 1000 by 1000. */
  readonly lines: readonly {
    readonly name: string;
    readonly token: string;
    readonly path: string;
  }[];
  readonly valueMarks: readonly TextMark[];
  readonly timeMarks: readonly TextMark[];
}): string {
  const ink = readToken('--ink-2');
  const font = `font-family="sans-serif" font-size="12" fill="${ink}"`;
  const y = (place: number) => area.top + place * area.height;
  const parts = [
    `<rect width="${width}" height="${height}" fill="${readToken('--surface')}"/>`,
    `<text x="${area.left}" y="26" ${font} font-weight="600">${escapeXml(plot.title)}</text>`,
    ...plot.lines.map(
      ({ name, token }, index) =>
        `<text x="${area.left + index * 140}" y="46" ${font}><tspan fill="${readToken(token)}">■</tspan> ${escapeXml(name)}</text>`,
    ),
    ...plot.valueMarks.map(
      ({ place, text }) =>
        `<path d="M${area.left} ${y(place)}h${area.width}" stroke="${readToken('--line')}"/>` +
        `<text x="${area.left + area.width + 6}" y="${y(place) + 4}" ${font}>${escapeXml(text)}</text>`,
    ),
    ...plot.timeMarks.map(
      ({ place, text }) =>
        `<text x="${area.left + place * area.width}" y="${area.top + area.height + 22}" ${font}>${escapeXml(text)}</text>`,
    ),
    `<g transform="translate(${area.left} ${area.top}) scale(${area.width / 1000} ${area.height / 1000})" fill="none">`,
    ...plot.lines.map(
      ({ path, token }) =>
        `<path d="M${path}" stroke="${readToken(token)}" stroke-width="1.6" vector-effect="non-scaling-stroke"/>`,
    ),
    '</g>',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
}
