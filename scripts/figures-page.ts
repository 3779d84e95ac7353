import { type GraphQLField, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';

/** The types of the page, by heading. */
const sections: readonly (readonly [string, readonly string[]])[] = [
  [
    'Figures of a series',
    [
      'Performance',
      'DayReturn',
      'PeriodReturn',
      'MonthlyReturn',
      'YearlyReturn',
      'Drawdown',
      'DrawdownPoint',
      'RollingFigures',
      'ReturnBin',
    ],
  ],
  ['Beside a benchmark', ['BenchmarkInput', 'BenchmarkComparison', 'ComparedPoint']],
  [
    'Holdings',
    ['Concentration', 'Turnover', 'RebalanceTurnover', 'Contributions', 'CoinContribution'],
  ],
  ['Is it luck?', ['Selection', 'SelectionVariant']],
  ['Receipts', ['SimulationReceipt']],
  [
    'Wallets',
    [
      'Ledger',
      'OpenLot',
      'RealizedLot',
      'LedgerTotals',
      'Exposure',
      'PriceShock',
      'StressResult',
      'StressedLoan',
    ],
  ],
];

/** Where the figures begin. */
const entries = [
  'SimulationRun.performance',
  'SimulationRun.turnover',
  'SimulationRun.contributions',
  'SimulationRun.receipt',
  'SweepDone.selection',
  'Query.simulationSelection',
  'Query.verifySimulationReceipt',
  'Dtf.performance',
  'Dtf.concentration',
  'Benchmark.performance',
  'Asset.performance',
  'Portfolio.performance',
  'Portfolio.ledger',
  'Portfolio.exposure',
  'Portfolio.stress',
];

const cell = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('\n', ' ').replaceAll('|', '\\|');

type Described = Pick<GraphQLField<unknown, unknown>, 'name' | 'description' | 'type'> & {
  readonly args?: GraphQLField<unknown, unknown>['args'];
};

function row({ name, description, type, args = [] }: Described): string {
  const given = args.map((arg) => `<br>\`${arg.name}\`: ${cell(arg.description)}`).join('');
  return `| \`${name}\` | \`${type}\` | ${cell(description)}${given} |`;
}

const header = ['| field | type | definition |', '|---|---|---|'];

/** Returns the guide of all performance figures, made from the descriptions of the schema. */
export function renderFiguresPage(schema: GraphQLSchema): string {
  const describe = (name: string): readonly string[] => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`no type ${name}`);
    const fields: readonly Described[] = Object.values(type.getFields());
    return [`### ${name}`, '', cell(type.description), '', ...header, ...fields.map(row), ''];
  };
  const rows = entries.map((entry) => {
    const [typeName = '', fieldName = ''] = entry.split('.');
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!field) throw new Error(`no field ${entry}`);
    return row({ ...field, name: entry });
  });
  return [
    '# Performance figures',
    '',
    'What the figures of funds, backtests, coins and wallets are: formula, unit, when there is none, and source. Series are daily, by UTC days; years have 365 days.',
    '',
    '## Where they are',
    '',
    ...header,
    ...rows,
    '',
    ...sections.flatMap(([heading, types]) => [`## ${heading}`, '', ...types.flatMap(describe)]),
    '## How they are checked',
    '',
    'This page is generated from the descriptions in `schema/` by `npm run generate`. The code is in `src/finance/`; `tests/figures/reference.py` is an independent implementation in numpy and pandas, to which every figure is compared (1e-9 relative).',
    '',
  ].join('\n');
}
