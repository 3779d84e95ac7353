import { domToForeignObjectSvg } from 'modern-screenshot';
import { downloadBlob } from '../lib/download.ts';
import { formatOrigin, rasterize, readFont } from './picture.ts';

/** Width of A4 and its margin, as on paper, in CSS pixels of 1/96 inch. */
const paper = { width: 794, margin: 45 } as const;
/** Pixels of the image for each CSS pixel. */
const density = 2;
/** Most pixels of a side that browsers give a canvas. */
const longestSide = 16_384;

/**
 * Downloads the page as one PNG that looks as it does on paper: as wide as A4, in light colours and
 * without controls, whatever the width and the colours of the page are.
 */
export async function saveSheetImage(options: {
  /** Name of the file, without its ending. */
  readonly file: string;
  /** Whether prices are synthetic, which the image says. */
  readonly isSandbox: boolean;
}): Promise<void> {
  const page = document.querySelector('main');
  if (page === null) throw new Error('the page has no content');
  await loaded(page);
  const frame = await openFrame();
  try {
    const sheet = await layOut(page, { frame, isSandbox: options.isSandbox });
    const { width, height } = sheet.getBoundingClientRect();
    const svg = await domToForeignObjectSvg(sheet, {
      width,
      height,
      font: { cssText: await readFont() },
      filter: (node) => !(isElement(node) && getComputedStyle(node).display === 'none'),
      // Without custom properties, which have been applied.
      includeStyleProperties: [...getComputedStyle(sheet)].filter((name) => !name.startsWith('--')),
    });
    const scale = Math.min(density, longestSide / height);
    svg.setAttribute('width', String(Math.floor(width * scale)));
    svg.setAttribute('height', String(Math.floor(height * scale)));
    const text = new XMLSerializer().serializeToString(svg);
    downloadBlob(`${options.file}.png`, await rasterize(text));
  } finally {
    frame.remove();
  }
}

/** `instanceof` knows no elements of other documents. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** Waits until no part of the page is loading. */
function loaded(page: Element): Promise<void> {
  const isLoaded = () => page.querySelector('.skeleton') === null;
  return new Promise((resolve) => {
    if (isLoaded()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isLoaded()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(page, { childList: true, subtree: true });
  });
}

/** Opens an empty document as wide as the paper, which the reader does not see. */
async function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.srcdoc = '<!doctype html>';
  Object.assign(frame.style, {
    position: 'fixed',
    left: '-9999px',
    width: `${paper.width}px`,
    height: '100px',
    border: '0',
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  frame.onload = () => resolve();
  document.body.append(frame);
  await promise;
  return frame;
}

/** Lays the page out in a frame as on paper and returns the body of the frame. */
async function layOut(
  page: Element,
  options: { readonly frame: HTMLIFrameElement; readonly isSandbox: boolean },
): Promise<HTMLElement> {
  const { contentWindow: view, contentDocument: sheet } = options.frame;
  if (view === null || sheet === null) throw new Error('the browser opens no frame');
  // A style sheet that is constructed needs no permission of the content security policy.
  const styles = new (view as typeof globalThis & Window).CSSStyleSheet();
  styles.replaceSync(await readPrintedStyles());
  sheet.adoptedStyleSheets = [styles];
  // A frame reserves no room for a scrollbar.
  sheet.documentElement.style.scrollbarGutter = 'auto';
  sheet.documentElement.style.overflow = 'hidden';
  const origin = sheet.createElement('p');
  origin.className = 'small muted sheet-origin';
  origin.textContent = formatOrigin(options.isSandbox);
  sheet.body.className = 'sheet-image';
  sheet.body.style.padding = `${paper.margin}px`;
  sheet.body.append(sheet.importNode(page, true), origin);
  // The fonts of the style sheet are there once the layout is known.
  sheet.body.getBoundingClientRect();
  await Promise.all([...sheet.fonts].map((font) => font.load()));
  return sheet.body;
}

/**
 * Returns the styles of the page with those of paper for all media and without those of screens.
 * They are read as texts, since the rules in the browser lose shorthands that contain variables.
 */
async function readPrintedStyles(): Promise<string> {
  const texts = await Promise.all(
    [...document.styleSheets].map(async ({ href, ownerNode }) =>
      href === null ? (ownerNode?.textContent ?? '') : (await fetch(href)).text(),
    ),
  );
  return texts
    .join('\n')
    .replaceAll(/@media screen\b[^{]*/g, '@media not all')
    .replaceAll(/@media print\b/g, '@media all')
    .replaceAll(/font-display: ?optional/g, 'font-display: block');
}
