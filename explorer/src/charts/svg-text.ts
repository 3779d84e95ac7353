import { readToken } from './chart-colors.ts';

/** A piece of SVG with its size. */
export type Drawing = { readonly width: number; readonly height: number; readonly body: string };

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Returns an SVG element as text; attributes that are undefined are left out. */
export function svgElement(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [` ${key}="${typeof value === 'number' ? round(value) : escapeXml(value)}"`],
  );
  return `<${name}${list.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`;
}

/** Returns a line of text as SVG. */
export const svgText = (text: string, attributes: Attributes): string =>
  svgElement('text', { 'xml:space': 'preserve', ...attributes }, escapeXml(text));

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const round = (value: number): string => String(Math.round(value * 100) / 100);

const canvas = document.createElement('canvas');
canvas.width = 1;
canvas.height = 1;
const context = canvas.getContext('2d', { willReadFrequently: true });

/** Returns the width of a text in the font of the page, pixels. */
export function measureWidth(text: string, size: number, weight = 400): number {
  if (context === null) return (text.length * size) / 2;
  context.font = `${weight} ${size}px ${readToken('--font')}`;
  return context.measureText(text).width;
}

/** Returns how far the letters of a font reach above the line they stand on, and below it. */
export function measureFont(font: string): { readonly ascent: number; readonly descent: number } {
  if (context === null) return { ascent: 0.8, descent: 0.2 };
  context.font = font;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
  return { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent };
}

const resolved = new Map<string, { readonly color: string; readonly opacity: number }>();

/**
 * Returns a colour as every program that reads SVG understands it: computed values may be of colour
 * spaces that only browsers know.
 */
export function resolveColor(css: string): { readonly color: string; readonly opacity: number } {
  const known = resolved.get(css);
  if (known !== undefined || context === null) return known ?? { color: css, opacity: 1 };
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
  const color = { color: `#${hex}`, opacity: alpha / 255 };
  resolved.set(css, color);
  return color;
}
