import { type Drawing, measureFont, resolveColor, svgElement, svgText } from './svg-text.ts';

type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

const everywhere: Box = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

/** A drawn part, and the place that it takes in the window. */
type Part = { readonly box: Box; readonly svg: string };

/**
 * Draws an element as it is in the window: backgrounds, borders, texts and inline SVG, with all
 * colours as values. So each chart that is made of elements has a picture without code of its own.
 */
export function drawElement(root: Element): Drawing {
  const parts = [...partsOf(root, everywhere)];
  const left = Math.min(...parts.map(({ box }) => box.left));
  const top = Math.min(...parts.map(({ box }) => box.top));
  return {
    width: Math.max(...parts.map(({ box }) => box.right)) - left,
    height: Math.max(...parts.map(({ box }) => box.bottom)) - top,
    body: svgElement(
      'g',
      { transform: `translate(${(-left).toFixed(2)} ${(-top).toFixed(2)})` },
      parts.map(({ svg }) => svg).join(''),
    ),
  };
}

function* partsOf(element: Element, clip: Box): Generator<Part> {
  const style = getComputedStyle(element);
  // A text for screen readers alone is clipped away.
  if (style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none')
    return;
  const box = intersect(element.getBoundingClientRect(), clip);
  if (element instanceof SVGSVGElement) {
    yield { box, svg: copySvg(element) };
    return;
  }
  yield* backgroundOf(box, style);
  const inner = style.overflowX === 'hidden' ? box : clip;
  for (const node of element.childNodes) {
    if (node instanceof Text) yield* textsOf(node, style, inner);
    else if (node instanceof Element) yield* partsOf(node, inner);
  }
}

const intersect = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

const isSeen = (css: string): boolean => resolveColor(css).opacity > 0;

/** Returns the attributes that paint with a colour. */
function paint(what: 'fill' | 'stroke', css: string) {
  const { color, opacity } = resolveColor(css);
  return { [what]: color, [`${what}-opacity`]: opacity === 1 ? undefined : opacity };
}

function* backgroundOf(box: Box, style: CSSStyleDeclaration): Generator<Part> {
  const { left, top, right, bottom } = box;
  if (right <= left || bottom <= top) return;
  if (isSeen(style.backgroundColor)) {
    yield {
      box,
      svg: svgElement('rect', {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
        rx: Number.parseFloat(style.borderTopLeftRadius) || undefined,
        ...paint('fill', style.backgroundColor),
      }),
    };
  }
  for (const side of ['Left', 'Top', 'Right', 'Bottom'] as const) {
    const width = Number.parseFloat(style[`border${side}Width`]);
    const color = style[`border${side}Color`];
    if (width === 0 || !isSeen(color)) continue;
    const half = width / 2;
    const path = {
      Left: `M${left + half} ${top}V${bottom}`,
      Top: `M${left} ${top + half}H${right}`,
      Right: `M${right - half} ${top}V${bottom}`,
      Bottom: `M${left} ${bottom - half}H${right}`,
    }[side];
    yield {
      box,
      svg: svgElement('path', {
        d: path,
        ...paint('stroke', color),
        'stroke-width': width,
        'stroke-dasharray': style[`border${side}Style`] === 'dashed' ? '3 3' : undefined,
      }),
    };
  }
}

/** Draws each line of a text, as far as it is within the clip. */
function* textsOf(node: Text, style: CSSStyleDeclaration, clip: Box): Generator<Part> {
  const { ascent, descent } = measureFont(style.font);
  for (const { text, box } of linesOf(node, clip)) {
    if (box.bottom > clip.bottom + 1) continue;
    // The letters are in the middle of the line.
    const baseline = (box.top + box.bottom + ascent - descent) / 2;
    const isRight = style.textAlign === 'right' || style.textAlign === 'end';
    const isMiddle = style.textAlign === 'center';
    yield {
      box,
      svg: svgText(text, {
        x: isRight ? box.right : isMiddle ? (box.left + box.right) / 2 : box.left,
        y: baseline,
        'text-anchor': isRight ? 'end' : isMiddle ? 'middle' : undefined,
        'font-size': Number.parseFloat(style.fontSize),
        'font-weight': style.fontWeight,
        'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
        'letter-spacing': style.letterSpacing === 'normal' ? undefined : style.letterSpacing,
        ...paint('fill', style.color),
      }),
    };
  }
}

/** Returns the lines of a text as they are broken in the window, without what is cut off at the right. */
function linesOf(node: Text, clip: Box): readonly { readonly text: string; readonly box: Box }[] {
  const lines: { text: string; box: Box; isCut: boolean }[] = [];
  const range = document.createRange();
  for (let index = 0; index < node.data.length; index += 1) {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    const box = intersect(range.getBoundingClientRect(), everywhere);
    // White space that the browser collapses has no width.
    if (box.right === box.left) continue;
    const last = lines.at(-1);
    if (last === undefined || Math.abs(last.box.top - box.top) > 2) {
      lines.push({ text: node.data.charAt(index), box, isCut: false });
    } else if (last.isCut || box.right > clip.right + 1) {
      last.text = last.isCut ? last.text : `${last.text.slice(0, -1)}…`;
      last.isCut = true;
    } else {
      last.text += node.data.charAt(index);
      last.box = { ...last.box, right: box.right };
    }
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

const colorProperties = ['fill', 'stroke'] as const;
const otherProperties = [
  'opacity',
  'fill-opacity',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'vector-effect',
] as const;

/** Returns inline SVG with what its styles say as attributes. */
function copySvg(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { left, top, width, height } = svg.getBoundingClientRect();
  const originals = svg.querySelectorAll('*');
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index];
    if (original === undefined || !(original instanceof SVGGraphicsElement)) continue;
    const style = getComputedStyle(original);
    element.removeAttribute('class');
    for (const name of colorProperties) {
      const value = style.getPropertyValue(name);
      element.setAttribute(name, value === 'none' ? value : resolveColor(value).color);
      const { opacity } = value === 'none' ? { opacity: 1 } : resolveColor(value);
      if (opacity < 1) element.setAttribute(`${name}-opacity`, String(opacity));
    }
    for (const name of otherProperties) {
      const value = style.getPropertyValue(name);
      if (value !== '1' && value !== 'none' && !element.hasAttribute(name)) {
        element.setAttribute(name, value);
      }
    }
  }
  for (const name of ['class', 'role', 'aria-label']) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ x: left, y: top, width, height })) {
    copy.setAttribute(name, String(value));
  }
  return new XMLSerializer().serializeToString(copy);
}
