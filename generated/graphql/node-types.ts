/** The GraphQL types whose objects have a global id. */
export const nodeTypeNames = [
  'Asset',
  'Batch',
  'BatchPlayer',
  'DataSource',
  'Deployment',
  'Dtf',
  'LendingMarket',
  'LendingPosition',
  'Portfolio',
  'Position',
  'PredictionMarket',
  'SimulationCategory',
  'SimulationRun',
  'SourceAsset',
  'Tick',
  'Trade',
] as const;
