/** The group of guides that no group lists. */
export const otherGroup = 'How it works';
/** The group of `docs/decisions/`. */
export const decisionGroup = 'Decisions';

/** The guides by what a reader wants to do, the users' first: the name of each with one line on it. */
export const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Start here': {
    'quick-start': 'A first request over REST and GraphQL, the client package, streams and bots.',
    terms:
      'NAV, drawdown, Sharpe ratio, health, tick, forfeit: the words of the pages in plain English.',
    cookbook: 'GraphQL documents to copy, one for each question.',
    'guide-frontend': 'The TypeScript client and React hooks: queries, pages, live data, amounts.',
    'guide-python': 'The Python client: queries, REST, streams, and a bot that plays a batch.',
    agents: 'The tools that language models use over the Model Context Protocol (MCP).',
  },
  Concepts: {
    types: 'The types of the graph and how they are linked.',
    lists: 'Pages, filters and orders of the lists.',
    errors: 'Codes, statuses and what a client does about them.',
    figures: 'Formulas of return, risk and comparison, with their units.',
    'backtest-engine': 'What every parameter, weight and statistic of a backtest means.',
    'prediction-market': 'Batches, ticks, sealed predictions, settlement and claims.',
    'enrichment-files': 'How coins are matched with providers, and who founded a project.',
    federation: 'The graph as a subgraph of Apollo Federation.',
  },
  Operations: {
    configuration: 'Every environment variable with its default and meaning.',
    operators: 'Image, probes, Redis, upgrade, backup: running a gateway.',
    troubleshooting: 'Symptoms with their cause and cure.',
    capacity: 'What one gateway carries, and how many a load needs.',
    metrics: 'Every Prometheus metric with its labels.',
    replicas: 'What several gateways share through Redis, and what happens without it.',
    tracing: 'Spans for OpenTelemetry.',
    security: 'Trust boundaries, limits, and how to report a problem.',
    performance: 'Measured times, sizes and memory.',
    sandbox: 'The seeded world that stands in for chains, oracles and the data node.',
  },
  [otherGroup]: {
    glossary: 'The words that code and documents use, one for each concept.',
    architecture: 'The parts of the service and what calls what.',
    'request-flow': 'One request followed through both APIs.',
    explorer: 'The web application: its pages and how it reads data.',
    'adding-a-route': 'A new resource in both APIs, step by step.',
    'spec-gaps': 'What the specification leaves open, and what was decided.',
  },
};
