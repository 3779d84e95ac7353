/** The part of our schema that the peers serve, with the same names, types and nullability. */
export const typeDefs = /* GraphQL */ `
  scalar Wei
  scalar UnixSeconds
  scalar DateTime

  type Query {
    dtfs(first: Int = 20, after: String): DtfConnection
    asset(symbol: String!): Asset
    snapshot(sourceId: String): MarketSnapshot
  }
  type DtfConnection {
    edges: [DtfEdge!]!
    totalCount: Int!
  }
  type DtfEdge {
    cursor: String!
    node: Dtf!
  }
  type Dtf {
    id: ID!
    itpId: String!
    name: String
    symbol: String
    nav: DtfNav
    aumUsd: Float
    holdings: [Holding!]
    navSeries(range: NavRange! = D30): [NavPoint!]
  }
  enum NavRange {
    D1
    D7
    D30
    D90
    Y1
  }
  type DtfNav {
    wei: Wei!
    usd: Float!
    source: String!
  }
  type Holding {
    asset: Asset!
    name: String!
    weight: Float!
  }
  type Asset {
    id: ID!
    symbol: String!
    price: Float
  }
  type NavPoint {
    timestamp: UnixSeconds!
    nav: Float!
  }
  type MarketSnapshot {
    generatedAt: DateTime!
    totalAssets: Int!
    prices(first: Int = 20, after: String): SourceAssetConnection!
  }
  type SourceAssetConnection {
    edges: [SourceAssetEdge!]!
    totalCount: Int!
  }
  type SourceAssetEdge {
    cursor: String!
    node: SourceAsset!
  }
  type SourceAsset {
    sourceId: String!
    assetId: String!
    symbol: String!
    name: String!
    category: String
    value: Float
    changePct: Float
    volume24h: Float
    marketCap: Float
    fetchedAt: DateTime
  }
`;

/** Subscription types, for peers that support them. */
export const subscriptionTypeDefs = /* GraphQL */ `
  type Subscription {
    simulation(input: SimulationInput!): SimulationEvent
  }
  input SimulationInput {
    categoryId: String!
    topN: Int!
    weighting: String!
    rebalanceDays: Int!
  }
  union SimulationEvent = SimulationProgress | SimulationResult
  type SimulationProgress {
    pct: Float!
    currentDate: String!
    totalDates: Int
  }
  type SimulationResult {
    run: SimulationRun!
  }
  type SimulationRun {
    runId: Int!
  }
`;
