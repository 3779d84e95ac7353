import type { ReactNode } from 'react';
import { formatFraction, formatNumber } from '../lib/format.ts';
import { sum } from '../lib/sum.ts';
import { ChartFrame } from './chart-frame.tsx';

/** One rectangle of a treemap. */
export type TreemapItem = {
  readonly key: string;
  readonly name: string;
  /** Fraction of the whole. */
  readonly share: number;
  /** Change in percent, which determines the colour; null is neutral. */
  readonly change: number | null;
  readonly detail: ReactNode;
  /** What explains the detail, where the pointer rests. */
  readonly hint: string | null;
};

type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Shows the parts of a whole as rectangles, coloured by change. */
export function Treemap(props: {
  readonly label: string;
  /** What area and colour mean. */
  readonly caption: string;
  /** Name of the files, without their endings. */
  readonly file: string;
  readonly items: readonly TreemapItem[];
  readonly height: number;
}) {
  const { label, caption, file, height } = props;
  const items = [...props.items].filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const cells = groupSmall(items);
  const rectangles = divide(
    cells.map(({ share }) => share),
    { x: 0, y: 0, width: 100, height: 100 },
    matchMedia('(max-width: 640px)').matches ? narrowShape : wideShape,
  );
  return (
    <ChartFrame
      label={label}
      caption={caption}
      file={file}
      rows={() => [
        ['name', 'share_fraction', 'change_pct'],
        ...items.map(({ name, share, change }) => [name, share, change]),
      ]}
    >
      <ul className="treemap" aria-label={label} style={{ height }}>
        {cells.map(({ key, name, share, change, detail, hint }, index) => {
          const area = rectangles[index] ?? { x: 0, y: 0, width: 0, height: 0 };
          return (
            <li
              key={key}
              className={`treemap-cell ${toneOf(change)}`}
              style={{
                left: `${area.x}%`,
                top: `${area.y}%`,
                width: `${area.width}%`,
                height: `${area.height}%`,
              }}
              title={[`${name}: ${formatFraction(share)}`, hint].filter(Boolean).join('. ')}
            >
              <span className={share < smallest ? 'visually-hidden' : 'treemap-text'}>
                <strong>{name}</strong>
                <span>{formatFraction(share)}</span>
                <span className="small">{detail}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}

/** Least share of a rectangle that has room for its name and its figures. */
const smallest = 0.02;

/** Replaces the items that are too small for a text by one item for all of them. */
function groupSmall(items: readonly TreemapItem[]): readonly TreemapItem[] {
  const count = items.filter(({ share }) => share >= smallest).length;
  if (items.length - count < 2) return items;
  const small = items.slice(count);
  const share = sum(small.map((item) => item.share));
  const others: TreemapItem = {
    key: 'others',
    name: `${formatNumber(small.length)} others`,
    share,
    change: sum(small.map((item) => (item.share / share) * (item.change ?? 0))),
    detail: null,
    hint: null,
  };
  return [...items.slice(0, count), others].sort((a, b) => b.share - a.share);
}

/** Whether a treemap shows most of the whole in more than two parts, so that it tells more than its table. */
export function hasTreemap(items: readonly Pick<TreemapItem, 'share'>[]): boolean {
  const large = items.filter(({ share }) => share >= smallest);
  return large.length > 2 && sum(large.map(({ share }) => share)) > 0.5;
}

function toneOf(change: number | null): string {
  if (change === null || Math.abs(change) < 0.05) return 'flat';
  const strength = Math.abs(change) > 4 ? 'strong' : Math.abs(change) > 1.5 ? 'middle' : 'weak';
  return `${change > 0 ? 'gain' : 'loss'} ${strength}`;
}

/** Width of the treemap as a multiple of its height, on wide and on narrow screens. */
const wideShape = 1.8;
const narrowShape = 0.8;

/**
 * Divides a rectangle in proportion to the shares, which must descend. The list is split where both
 * halves have the same sum, along the longer side.
 */
function divide(shares: readonly number[], area: Rectangle, shape: number): readonly Rectangle[] {
  if (shares.length === 0) return [];
  if (shares.length === 1) return [area];
  const total = sum(shares);
  let cut = 1;
  while (cut < shares.length - 1 && sum(shares.slice(0, cut + 1)) <= total / 2) cut += 1;
  const part = total === 0 ? 0.5 : sum(shares.slice(0, cut)) / total;
  // One percent of the width is not as long as one percent of the height.
  const isWide = area.width * shape >= area.height;
  const first: Rectangle = isWide
    ? { ...area, width: area.width * part }
    : { ...area, height: area.height * part };
  const second: Rectangle = isWide
    ? { ...area, x: area.x + first.width, width: area.width - first.width }
    : { ...area, y: area.y + first.height, height: area.height - first.height };
  return [
    ...divide(shares.slice(0, cut), first, shape),
    ...divide(shares.slice(cut), second, shape),
  ];
}
