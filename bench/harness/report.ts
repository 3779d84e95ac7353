import { type Goal, judgeRatio } from './ratio-goals.ts';

/** A table of results. */
export type Report = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences below the table. */
  readonly notes: readonly string[];
  /** Ratios that have a goal. */
  readonly verdicts: readonly JudgedRatio[];
};

/** A ratio with its goal. */
export type JudgedRatio = {
  readonly what: string;
  readonly ratio: number;
  readonly goal: Goal;
  /** Whether the run fails when the goal is missed. */
  readonly isRequired?: boolean;
};

/** Formats a ratio with two decimals. */
export const formatRatio = (ratio: number): string =>
  Number.isFinite(ratio) ? ratio.toFixed(2) : '–';

/** Formats the cells of a goal: least, stretch and verdict. */
export function formatGoalCells(ratio: number, goal: Goal | undefined): readonly string[] {
  if (!goal) return ['', '', ''];
  return [
    String(goal.least),
    goal.stretch === undefined ? '' : String(goal.stretch),
    judgeRatio(ratio, goal),
  ];
}

/**
 * Formats the reports as markdown tables with aligned columns, which are readable in a terminal.
 */
export function toMarkdown(reports: readonly Report[]): string {
  return [...reports.map(oneTable), summary(reports)].join('\n\n');
}

function oneTable({ title, columns, rows, notes }: Report): string {
  return [
    `### ${title}`,
    '',
    ...align([columns, ...rows]),
    ...notes.flatMap((note) => ['', note]),
  ].join('\n');
}

const isMissed = ({ ratio, goal }: JudgedRatio): boolean => judgeRatio(ratio, goal) === 'missed';

/** Returns a sentence for each required goal that is missed. */
export const explainRequiredMisses = (reports: readonly Report[]): readonly string[] =>
  reports
    .flatMap(({ verdicts }) => verdicts)
    .filter((one) => one.isRequired && isMissed(one))
    .map(
      ({ what, ratio, goal }) =>
        `${what} is ${formatRatio(ratio)} ×, and must be ${goal.least} × at least.`,
    );

/** Returns a table of all ratios that have a goal. */
function summary(reports: readonly Report[]): string {
  const all = reports.flatMap(({ verdicts }) => verdicts);
  if (all.length === 0) return '';
  const missed = all.filter(isMissed);
  const rows = all.map(({ what, ratio, goal }) => [
    what,
    formatRatio(ratio),
    ...formatGoalCells(ratio, goal),
  ]);
  return [
    '### Ratios and goals',
    '',
    ...align([['what', 'ratio ×', 'least', 'stretch', 'verdict'], ...rows]),
    '',
    `${all.length - missed.length} of ${all.length} goals are met.`,
  ].join('\n');
}

function align(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, column)).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => '-'.repeat(width + 1) + (column === 0 ? '-' : ':')).join('|')}|`;
  return [line(head), rule, ...body.map(line)];
}

const pad = (text: string, width: number, column: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width);
