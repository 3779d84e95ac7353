import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { AssetRef } from '../../src/domains/prices/index.ts';
import type { Context } from '../../src/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A wallet or contract address, `0x` and 40 hex digits. Any valid case on input, EIP-55 checksum on output. */
  Address: { input: `0x${string}`; output: `0x${string}`; }
  /** `0x` and 64 hex digits: chain ids of DTFs, transaction and bitmap hashes. Lower case on output. */
  Bytes32: { input: `0x${string}`; output: `0x${string}`; }
  /** A UTC calendar day, `YYYY-MM-DD`. */
  Date: { input: string; output: string; }
  /** A point in time, ISO 8601 with offset: `2026-01-31T12:00:00Z`. */
  DateTime: { input: string; output: string; }
  /** Bytes as `0x` and an even number of hex digits. */
  Hex: { input: `0x${string}`; output: `0x${string}`; }
  /** Whole seconds since the Unix epoch. */
  UnixSeconds: { input: number; output: number; }
  /** A token or share amount as a decimal string of whole wei, 18 decimals: `"1500000000000000000"` is 1.5. */
  Wei: { input: string; output: string; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Something with a price that DTFs hold, e.g. a coin. */
export type Asset = Node & {
  readonly __typename?: 'Asset';
  /** Global id. */
  readonly id: Scalars['ID']['output'];
  /** Latest price, USD; null when the data node has none. */
  readonly price?: Maybe<Scalars['Float']['output']>;
  /** Prices over time, ascending. */
  readonly priceHistory: ReadonlyArray<MarketPoint>;
  /** Ticker in upper case. */
  readonly symbol: Scalars['String']['output'];
};


/** Something with a price that DTFs hold, e.g. a coin. */
export type AssetPriceHistoryArgs = {
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};

/** A page of assets. */
export type AssetConnection = {
  readonly __typename?: 'AssetConnection';
  /** The assets of the page with their cursors. */
  readonly edges: ReadonlyArray<AssetEdge>;
  /** Where the page begins and ends. */
  readonly pageInfo: PageInfo;
  /** How many assets there are in all. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An asset in a page. */
export type AssetEdge = {
  readonly __typename?: 'AssetEdge';
  /** Give it as `after` for what follows. */
  readonly cursor: Scalars['String']['output'];
  /** The asset. */
  readonly node: Asset;
};

/** One observation of a market. */
export type MarketPoint = {
  readonly __typename?: 'MarketPoint';
  /** When it was observed. */
  readonly timestamp: Scalars['UnixSeconds']['output'];
  /** Price or value, in the unit of the source (USD for crypto). */
  readonly value: Scalars['Float']['output'];
};

/** Anything that has a global id and can be fetched again by it. */
export type Node = {
  /** Opaque id, unique over all types. */
  readonly id: Scalars['ID']['output'];
};

/** Where a page of a connection begins and ends. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Cursor of the last edge of the page; null when the page is empty. Give it as `after` for the next page. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** True when more edges follow `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** True when edges precede `startCursor`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge of the page; null when the page is empty. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/** Everything that can be asked. */
export type Query = {
  readonly __typename?: 'Query';
  /** The asset with this ticker; null when the data node knows no price of it. */
  readonly asset?: Maybe<Asset>;
  /** All assets with a price, by ticker ascending. */
  readonly assets: AssetConnection;
  /** Observations of any market of any source, ascending by time; empty when there are none in the window. */
  readonly marketHistory: ReadonlyArray<MarketPoint>;
  /** The thing with this global id; null when it does not exist. */
  readonly node?: Maybe<Node>;
  /** The things with these global ids, in the same order; null where one does not exist. */
  readonly nodes: ReadonlyArray<Maybe<Node>>;
};


/** Everything that can be asked. */
export type QueryAssetArgs = {
  symbol: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryAssetsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that can be asked. */
export type QueryMarketHistoryArgs = {
  asset: Scalars['String']['input'];
  from?: InputMaybe<Scalars['UnixSeconds']['input']>;
  source: Scalars['String']['input'];
  to?: InputMaybe<Scalars['UnixSeconds']['input']>;
};


/** Everything that can be asked. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. */
export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Asset: Asset;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Asset:
    ( { __typename: 'Asset' }
    & GraphQLRecursivePick<FederationTypes['Asset'], {"symbol":true}> );
};


/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node: ( AssetRef );
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Address: ResolverTypeWrapper<Scalars['Address']['output']>;
  Asset: ResolverTypeWrapper<AssetRef>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AssetConnection: ResolverTypeWrapper<Omit<AssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversTypes['AssetEdge']> }>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AssetEdge: ResolverTypeWrapper<Omit<AssetEdge, 'node'> & { node: ResolversTypes['Asset'] }>;
  Bytes32: ResolverTypeWrapper<Scalars['Bytes32']['output']>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Hex: ResolverTypeWrapper<Scalars['Hex']['output']>;
  MarketPoint: ResolverTypeWrapper<MarketPoint>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  UnixSeconds: ResolverTypeWrapper<Scalars['UnixSeconds']['output']>;
  Wei: ResolverTypeWrapper<Scalars['Wei']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Address: Scalars['Address']['output'];
  Asset: AssetRef;
  ID: Scalars['ID']['output'];
  Float: Scalars['Float']['output'];
  String: Scalars['String']['output'];
  AssetConnection: Omit<AssetConnection, 'edges'> & { edges: ReadonlyArray<ResolversParentTypes['AssetEdge']> };
  Int: Scalars['Int']['output'];
  AssetEdge: Omit<AssetEdge, 'node'> & { node: ResolversParentTypes['Asset'] };
  Bytes32: Scalars['Bytes32']['output'];
  Date: Scalars['Date']['output'];
  DateTime: Scalars['DateTime']['output'];
  Hex: Scalars['Hex']['output'];
  MarketPoint: MarketPoint;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  Query: Record<PropertyKey, never>;
  UnixSeconds: Scalars['UnixSeconds']['output'];
  Wei: Scalars['Wei']['output'];
};

export interface AddressScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Address'], any> {
  name: 'Address';
}

export type AssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset'], FederationReferenceType extends FederationReferenceTypes['Asset'] = FederationReferenceTypes['Asset']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Asset']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  priceHistory?: Resolver<ReadonlyArray<ResolversTypes['MarketPoint']>, ParentType, ContextType, Partial<AssetPriceHistoryArgs>>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AssetConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssetConnection'] = ResolversParentTypes['AssetConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AssetEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssetEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AssetEdge'] = ResolversParentTypes['AssetEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
};

export interface Bytes32ScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Bytes32'], any> {
  name: 'Bytes32';
}

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface HexScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Hex'], any> {
  name: 'Hex';
}

export type MarketPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarketPoint'] = ResolversParentTypes['MarketPoint']> = {
  timestamp?: Resolver<ResolversTypes['UnixSeconds'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Asset', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'symbol'>>;
  assets?: Resolver<ResolversTypes['AssetConnection'], ParentType, ContextType, RequireFields<QueryAssetsArgs, 'first'>>;
  marketHistory?: Resolver<ReadonlyArray<ResolversTypes['MarketPoint']>, ParentType, ContextType, RequireFields<QueryMarketHistoryArgs, 'asset' | 'source'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
};

export interface UnixSecondsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UnixSeconds'], any> {
  name: 'UnixSeconds';
}

export interface WeiScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Wei'], any> {
  name: 'Wei';
}

export type Resolvers<ContextType = Context> = {
  Address?: GraphQLScalarType;
  Asset?: AssetResolvers<ContextType>;
  AssetConnection?: AssetConnectionResolvers<ContextType>;
  AssetEdge?: AssetEdgeResolvers<ContextType>;
  Bytes32?: GraphQLScalarType;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Hex?: GraphQLScalarType;
  MarketPoint?: MarketPointResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  UnixSeconds?: GraphQLScalarType;
  Wei?: GraphQLScalarType;
};

