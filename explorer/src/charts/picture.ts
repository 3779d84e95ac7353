import fontUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import { downloadBlob, downloadText } from '../lib/download.ts';
import { formatUtc, shortenHex } from '../lib/format.ts';
import { readToken } from './chart-colors.ts';
import { type Drawing, measureWidth, svgElement, svgText } from './svg-text.ts';

/** A chart that is drawn for a file. */
export type Picture = {
  readonly title: string;
  /** What is drawn and in which unit; empty if the drawing says it. */
  readonly note: string;
  /** Colours with their meanings. */
  readonly keys: readonly { readonly name: string; readonly color: string }[];
  readonly drawing: Drawing;
};

const margin = 20;
const lineHeight = 18;
/** Pixels before which texts are not broken, also beside a narrow drawing. */
const leastTextWidth = 320;
const size = { title: 15, text: 12, origin: 10 } as const;
/** Pixels of a PNG for each pixel of the picture, so that it is sharp on dense screens and paper. */
const density = 2;

type SaveOptions = {
  readonly picture: Picture;
  /** Name of the file, without its ending. */
  readonly file: string;
  readonly type: 'png' | 'svg';
  /** Whether prices are synthetic, which the picture says as the page does. */
  readonly isSandbox: boolean;
};

/** Downloads a picture with its title, legend and origin, in the colours of the page. */
export async function savePicture({ picture, file, type, isSandbox }: SaveOptions): Promise<void> {
  const options = { fontFace: await readFont(), origin: formatOrigin(isSandbox) };
  if (type === 'svg') {
    downloadText(`${file}.svg`, 'image/svg+xml', renderPicture(picture, { ...options, scale: 1 }));
  } else {
    const svg = renderPicture(picture, { ...options, scale: density });
    downloadBlob(`${file}.png`, await rasterize(svg));
  }
}

/** Says which page a picture shows and when. */
export function formatOrigin(isSandbox: boolean): string {
  const path = location.pathname.replaceAll(/0x[0-9a-f]{40,}/gi, shortenHex);
  const place = `${location.host}${path}, ${formatUtc(Date.now() / 1000)}`;
  return isSandbox ? `${place}, synthetic prices of a sandbox` : place;
}

function renderPicture(
  { title, note, keys, drawing }: Picture,
  options: { readonly fontFace: string; readonly origin: string; readonly scale: number },
): string {
  const { fontFace, origin, scale } = options;
  const ink = readToken('--ink');
  const muted = readToken('--ink-2');
  const textWidth = Math.max(drawing.width, leastTextWidth);
  const titles = wrapWords(title, textWidth, size.title);
  const notes = note === '' ? [] : wrapWords(note, textWidth, size.text);
  const origins = wrapWords(origin, textWidth, size.origin);
  const width = Math.ceil(
    Math.max(
      drawing.width,
      ...origins.map((line) => measureWidth(line, size.origin)),
      ...titles.map((line) => measureWidth(line, size.title, 600)),
      ...notes.map((line) => measureWidth(line, size.text)),
    ),
  );
  const parts: string[] = [];
  let y = margin;
  for (const line of titles) {
    y += lineHeight;
    parts.push(
      svgText(line, { x: 0, y: y - 4, 'font-size': size.title, 'font-weight': 600, fill: ink }),
    );
  }
  for (const line of notes) {
    y += lineHeight;
    parts.push(svgText(line, { x: 0, y: y - 4, 'font-size': size.text, fill: muted }));
  }
  for (const row of toRows(keys, width)) {
    y += lineHeight;
    for (const { name, color, x } of row) {
      parts.push(
        svgElement('rect', { x, y: y - 13, width: 10, height: 10, rx: 3, fill: color }),
        svgText(name, { x: x + 16, y: y - 4, 'font-size': size.text, fill: muted }),
      );
    }
  }
  y += 12;
  parts.push(svgElement('g', { transform: `translate(0 ${y})` }, drawing.body));
  y += drawing.height + 4;
  for (const line of origins) {
    y += 14;
    parts.push(svgText(line, { x: 0, y, 'font-size': size.origin, fill: muted }));
  }
  const [fullWidth, fullHeight] = [width + 2 * margin, Math.ceil(y) + margin - 4];
  return svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: fullWidth * scale,
      height: fullHeight * scale,
      viewBox: `${-margin} 0 ${fullWidth} ${fullHeight}`,
      'font-family': readToken('--font'),
    },
    [
      `<style>${fontFace}svg{font-feature-settings:"tnum","cv11"}</style>`,
      svgElement('rect', {
        x: -margin,
        width: fullWidth,
        height: fullHeight,
        fill: readToken('--surface'),
      }),
      ...parts,
    ].join(''),
  );
}

/** Breaks a text into lines of at most a width. */
function wrapWords(text: string, width: number, fontSize: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measureWidth(longer, fontSize, 600) <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** Places the keys of a legend side by side, in as many rows as they need. */
function toRows(keys: Picture['keys'], width: number) {
  type Placed = Picture['keys'][number] & { readonly x: number };
  const rows: Placed[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    const keyWidth = 16 + measureWidth(key.name, size.text);
    if (x + keyWidth > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ ...key, x });
    x += keyWidth + 18;
  }
  return rows;
}

/** Returns the font of the page as CSS with its data: a picture can load nothing. */
export async function readFont(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(fontUrl)).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `@font-face{font-family:"Geist Variable";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}`;
}

/** Draws an SVG, which must contain all that it needs, as a PNG. */
export async function rasterize(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser makes no PNG of this size'));
      else resolve(blob);
    });
  });
}
