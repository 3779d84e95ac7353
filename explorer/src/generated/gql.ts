/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Basket($id: ID!) {\n    dtf(id: $id) {\n      id\n      holdings {\n        quantity\n        asset {\n          id\n          symbol\n        }\n      }\n      enrichment {\n        holdings {\n          name\n          symbol\n          weight\n          priceUsd\n          change24hPct\n          marketCapUsd\n        }\n      }\n    }\n  }\n": typeof types.BasketDocument,
    "\n  query FundPage($id: ID!) {\n    dtf(id: $id) {\n      id\n      itpId\n      name\n      symbol\n      ...FundNumbers\n      ...NavOrigin\n      ...FundLoans\n    }\n  }\n": typeof types.FundPageDocument,
    "\n  query Founders($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        founders {\n          totalFounders\n          totalCompaniesMatched\n          ageDistribution {\n            bucket\n            count\n          }\n          genderSplit {\n            label\n            count\n          }\n          topNationalities {\n            label\n            count\n          }\n        }\n      }\n    }\n  }\n": typeof types.FoundersDocument,
    "\n  query Defi($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        defi {\n          totalTvlUsd\n          protocolsWithData\n          totalHoldings\n          topByTvl {\n            name\n            symbol\n            tvlUsd\n            change7dPct\n          }\n        }\n      }\n    }\n  }\n": typeof types.DefiDocument,
    "\n  query Funding($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        funding {\n          totalRaisedMillionUsd\n          totalRounds\n          topInvestors {\n            label\n            count\n          }\n          recentRaises {\n            project\n            round\n            date\n            amountMillionUsd\n          }\n        }\n      }\n    }\n  }\n": typeof types.FundingDocument,
    "\n  fragment FundLoans on Dtf {\n    id\n    lendingMarket {\n      lltv\n      liquidity\n      utilisation\n      oraclePrice {\n        usd\n      }\n    }\n  }\n": typeof types.FundLoansFragmentDoc,
    "\n  fragment FundNumbers on Dtf {\n    id\n    itpId\n    aumUsd\n    totalSupply\n    assetCount\n    nav {\n      usd\n      assetsPriced\n      assetsTotal\n    }\n  }\n": typeof types.FundNumbersFragmentDoc,
    "\n  query NavSeries($id: ID!, $range: NavRange!) {\n    dtf(id: $id) {\n      id\n      navSeries(range: $range) {\n        timestamp\n        nav\n      }\n    }\n  }\n": typeof types.NavSeriesDocument,
    "\n  fragment NavOrigin on Dtf {\n    id\n    itpId\n    nav {\n      usd\n      source\n      assetsPriced\n      assetsTotal\n    }\n  }\n": typeof types.NavOriginFragmentDoc,
    "\n  query FundNames {\n    dtfs(first: 100) {\n      edges {\n        node {\n          id\n          itpId\n          symbol\n        }\n      }\n    }\n  }\n": typeof types.FundNamesDocument,
    "\n  query WalletPosition($id: ID!, $address: Address!) {\n    dtf(id: $id) {\n      id\n      position(address: $address) {\n        shares\n        valueUsd\n        costBasisUsd\n        navPerShareUsd\n        pnlUsd\n        pnlPct\n      }\n    }\n  }\n": typeof types.WalletPositionDocument,
    "\n  fragment FundRow on Dtf {\n    id\n    itpId\n    name\n    symbol\n    assetCount\n    aumUsd\n    nav {\n      usd\n    }\n    navSeries(range: D30) {\n      timestamp\n      nav\n    }\n    holdings {\n      asset {\n        id\n        symbol\n      }\n    }\n  }\n": typeof types.FundRowFragmentDoc,
    "\n  query Home {\n    dtfs(first: 50) {\n      totalCount\n      edges {\n        node {\n          id\n          ...FundRow\n        }\n      }\n    }\n  }\n": typeof types.HomeDocument,
    "\n  query LatestBacktests {\n    simulationResults(first: 4) {\n      edges {\n        node {\n          id\n          runId\n          stats {\n            totalReturnPct\n            sharpeRatio\n          }\n          config {\n            categoryId\n            topN\n            weighting\n          }\n        }\n      }\n    }\n  }\n": typeof types.LatestBacktestsDocument,
    "\n  query NetworkState {\n    explorerHealth {\n      latest {\n        polledAt\n        worstStatus\n        totalPeers\n        totalPeersHealthy\n        quorumMet\n        avgConsensusTimeMs\n      }\n    }\n  }\n": typeof types.NetworkStateDocument,
    "\n  query NextTicks {\n    batches(first: 50) {\n      edges {\n        node {\n          id\n          batchId\n          sourceId\n          marketCount\n          playerCount\n          nextTickAt\n          paused\n        }\n      }\n    }\n  }\n": typeof types.NextTicksDocument,
    "\n  subscription LiveNav($itpId: ID!) {\n    nav(itpId: $itpId) {\n      usd\n      aumUsd\n      source\n    }\n  }\n": typeof types.LiveNavDocument,
    "\n  mutation Faucet($input: RequestFaucetInput!) {\n    requestFaucet(input: $input) {\n      success\n      usdc {\n        amount\n        hash\n      }\n      userErrors {\n        message\n      }\n    }\n  }\n": typeof types.FaucetDocument,
    "\n  query Contracts {\n    deployment {\n      chainId\n      contracts {\n        index\n        vision\n        l3Usdc\n      }\n    }\n  }\n": typeof types.ContractsDocument,
};
const documents: Documents = {
    "\n  query Basket($id: ID!) {\n    dtf(id: $id) {\n      id\n      holdings {\n        quantity\n        asset {\n          id\n          symbol\n        }\n      }\n      enrichment {\n        holdings {\n          name\n          symbol\n          weight\n          priceUsd\n          change24hPct\n          marketCapUsd\n        }\n      }\n    }\n  }\n": types.BasketDocument,
    "\n  query FundPage($id: ID!) {\n    dtf(id: $id) {\n      id\n      itpId\n      name\n      symbol\n      ...FundNumbers\n      ...NavOrigin\n      ...FundLoans\n    }\n  }\n": types.FundPageDocument,
    "\n  query Founders($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        founders {\n          totalFounders\n          totalCompaniesMatched\n          ageDistribution {\n            bucket\n            count\n          }\n          genderSplit {\n            label\n            count\n          }\n          topNationalities {\n            label\n            count\n          }\n        }\n      }\n    }\n  }\n": types.FoundersDocument,
    "\n  query Defi($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        defi {\n          totalTvlUsd\n          protocolsWithData\n          totalHoldings\n          topByTvl {\n            name\n            symbol\n            tvlUsd\n            change7dPct\n          }\n        }\n      }\n    }\n  }\n": types.DefiDocument,
    "\n  query Funding($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        funding {\n          totalRaisedMillionUsd\n          totalRounds\n          topInvestors {\n            label\n            count\n          }\n          recentRaises {\n            project\n            round\n            date\n            amountMillionUsd\n          }\n        }\n      }\n    }\n  }\n": types.FundingDocument,
    "\n  fragment FundLoans on Dtf {\n    id\n    lendingMarket {\n      lltv\n      liquidity\n      utilisation\n      oraclePrice {\n        usd\n      }\n    }\n  }\n": types.FundLoansFragmentDoc,
    "\n  fragment FundNumbers on Dtf {\n    id\n    itpId\n    aumUsd\n    totalSupply\n    assetCount\n    nav {\n      usd\n      assetsPriced\n      assetsTotal\n    }\n  }\n": types.FundNumbersFragmentDoc,
    "\n  query NavSeries($id: ID!, $range: NavRange!) {\n    dtf(id: $id) {\n      id\n      navSeries(range: $range) {\n        timestamp\n        nav\n      }\n    }\n  }\n": types.NavSeriesDocument,
    "\n  fragment NavOrigin on Dtf {\n    id\n    itpId\n    nav {\n      usd\n      source\n      assetsPriced\n      assetsTotal\n    }\n  }\n": types.NavOriginFragmentDoc,
    "\n  query FundNames {\n    dtfs(first: 100) {\n      edges {\n        node {\n          id\n          itpId\n          symbol\n        }\n      }\n    }\n  }\n": types.FundNamesDocument,
    "\n  query WalletPosition($id: ID!, $address: Address!) {\n    dtf(id: $id) {\n      id\n      position(address: $address) {\n        shares\n        valueUsd\n        costBasisUsd\n        navPerShareUsd\n        pnlUsd\n        pnlPct\n      }\n    }\n  }\n": types.WalletPositionDocument,
    "\n  fragment FundRow on Dtf {\n    id\n    itpId\n    name\n    symbol\n    assetCount\n    aumUsd\n    nav {\n      usd\n    }\n    navSeries(range: D30) {\n      timestamp\n      nav\n    }\n    holdings {\n      asset {\n        id\n        symbol\n      }\n    }\n  }\n": types.FundRowFragmentDoc,
    "\n  query Home {\n    dtfs(first: 50) {\n      totalCount\n      edges {\n        node {\n          id\n          ...FundRow\n        }\n      }\n    }\n  }\n": types.HomeDocument,
    "\n  query LatestBacktests {\n    simulationResults(first: 4) {\n      edges {\n        node {\n          id\n          runId\n          stats {\n            totalReturnPct\n            sharpeRatio\n          }\n          config {\n            categoryId\n            topN\n            weighting\n          }\n        }\n      }\n    }\n  }\n": types.LatestBacktestsDocument,
    "\n  query NetworkState {\n    explorerHealth {\n      latest {\n        polledAt\n        worstStatus\n        totalPeers\n        totalPeersHealthy\n        quorumMet\n        avgConsensusTimeMs\n      }\n    }\n  }\n": types.NetworkStateDocument,
    "\n  query NextTicks {\n    batches(first: 50) {\n      edges {\n        node {\n          id\n          batchId\n          sourceId\n          marketCount\n          playerCount\n          nextTickAt\n          paused\n        }\n      }\n    }\n  }\n": types.NextTicksDocument,
    "\n  subscription LiveNav($itpId: ID!) {\n    nav(itpId: $itpId) {\n      usd\n      aumUsd\n      source\n    }\n  }\n": types.LiveNavDocument,
    "\n  mutation Faucet($input: RequestFaucetInput!) {\n    requestFaucet(input: $input) {\n      success\n      usdc {\n        amount\n        hash\n      }\n      userErrors {\n        message\n      }\n    }\n  }\n": types.FaucetDocument,
    "\n  query Contracts {\n    deployment {\n      chainId\n      contracts {\n        index\n        vision\n        l3Usdc\n      }\n    }\n  }\n": types.ContractsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Basket($id: ID!) {\n    dtf(id: $id) {\n      id\n      holdings {\n        quantity\n        asset {\n          id\n          symbol\n        }\n      }\n      enrichment {\n        holdings {\n          name\n          symbol\n          weight\n          priceUsd\n          change24hPct\n          marketCapUsd\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Basket($id: ID!) {\n    dtf(id: $id) {\n      id\n      holdings {\n        quantity\n        asset {\n          id\n          symbol\n        }\n      }\n      enrichment {\n        holdings {\n          name\n          symbol\n          weight\n          priceUsd\n          change24hPct\n          marketCapUsd\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FundPage($id: ID!) {\n    dtf(id: $id) {\n      id\n      itpId\n      name\n      symbol\n      ...FundNumbers\n      ...NavOrigin\n      ...FundLoans\n    }\n  }\n"): (typeof documents)["\n  query FundPage($id: ID!) {\n    dtf(id: $id) {\n      id\n      itpId\n      name\n      symbol\n      ...FundNumbers\n      ...NavOrigin\n      ...FundLoans\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Founders($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        founders {\n          totalFounders\n          totalCompaniesMatched\n          ageDistribution {\n            bucket\n            count\n          }\n          genderSplit {\n            label\n            count\n          }\n          topNationalities {\n            label\n            count\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Founders($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        founders {\n          totalFounders\n          totalCompaniesMatched\n          ageDistribution {\n            bucket\n            count\n          }\n          genderSplit {\n            label\n            count\n          }\n          topNationalities {\n            label\n            count\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Defi($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        defi {\n          totalTvlUsd\n          protocolsWithData\n          totalHoldings\n          topByTvl {\n            name\n            symbol\n            tvlUsd\n            change7dPct\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Defi($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        defi {\n          totalTvlUsd\n          protocolsWithData\n          totalHoldings\n          topByTvl {\n            name\n            symbol\n            tvlUsd\n            change7dPct\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Funding($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        funding {\n          totalRaisedMillionUsd\n          totalRounds\n          topInvestors {\n            label\n            count\n          }\n          recentRaises {\n            project\n            round\n            date\n            amountMillionUsd\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Funding($id: ID!) {\n    dtf(id: $id) {\n      id\n      enrichment {\n        funding {\n          totalRaisedMillionUsd\n          totalRounds\n          topInvestors {\n            label\n            count\n          }\n          recentRaises {\n            project\n            round\n            date\n            amountMillionUsd\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FundLoans on Dtf {\n    id\n    lendingMarket {\n      lltv\n      liquidity\n      utilisation\n      oraclePrice {\n        usd\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment FundLoans on Dtf {\n    id\n    lendingMarket {\n      lltv\n      liquidity\n      utilisation\n      oraclePrice {\n        usd\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FundNumbers on Dtf {\n    id\n    itpId\n    aumUsd\n    totalSupply\n    assetCount\n    nav {\n      usd\n      assetsPriced\n      assetsTotal\n    }\n  }\n"): (typeof documents)["\n  fragment FundNumbers on Dtf {\n    id\n    itpId\n    aumUsd\n    totalSupply\n    assetCount\n    nav {\n      usd\n      assetsPriced\n      assetsTotal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NavSeries($id: ID!, $range: NavRange!) {\n    dtf(id: $id) {\n      id\n      navSeries(range: $range) {\n        timestamp\n        nav\n      }\n    }\n  }\n"): (typeof documents)["\n  query NavSeries($id: ID!, $range: NavRange!) {\n    dtf(id: $id) {\n      id\n      navSeries(range: $range) {\n        timestamp\n        nav\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NavOrigin on Dtf {\n    id\n    itpId\n    nav {\n      usd\n      source\n      assetsPriced\n      assetsTotal\n    }\n  }\n"): (typeof documents)["\n  fragment NavOrigin on Dtf {\n    id\n    itpId\n    nav {\n      usd\n      source\n      assetsPriced\n      assetsTotal\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FundNames {\n    dtfs(first: 100) {\n      edges {\n        node {\n          id\n          itpId\n          symbol\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query FundNames {\n    dtfs(first: 100) {\n      edges {\n        node {\n          id\n          itpId\n          symbol\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WalletPosition($id: ID!, $address: Address!) {\n    dtf(id: $id) {\n      id\n      position(address: $address) {\n        shares\n        valueUsd\n        costBasisUsd\n        navPerShareUsd\n        pnlUsd\n        pnlPct\n      }\n    }\n  }\n"): (typeof documents)["\n  query WalletPosition($id: ID!, $address: Address!) {\n    dtf(id: $id) {\n      id\n      position(address: $address) {\n        shares\n        valueUsd\n        costBasisUsd\n        navPerShareUsd\n        pnlUsd\n        pnlPct\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment FundRow on Dtf {\n    id\n    itpId\n    name\n    symbol\n    assetCount\n    aumUsd\n    nav {\n      usd\n    }\n    navSeries(range: D30) {\n      timestamp\n      nav\n    }\n    holdings {\n      asset {\n        id\n        symbol\n      }\n    }\n  }\n"): (typeof documents)["\n  fragment FundRow on Dtf {\n    id\n    itpId\n    name\n    symbol\n    assetCount\n    aumUsd\n    nav {\n      usd\n    }\n    navSeries(range: D30) {\n      timestamp\n      nav\n    }\n    holdings {\n      asset {\n        id\n        symbol\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Home {\n    dtfs(first: 50) {\n      totalCount\n      edges {\n        node {\n          id\n          ...FundRow\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Home {\n    dtfs(first: 50) {\n      totalCount\n      edges {\n        node {\n          id\n          ...FundRow\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query LatestBacktests {\n    simulationResults(first: 4) {\n      edges {\n        node {\n          id\n          runId\n          stats {\n            totalReturnPct\n            sharpeRatio\n          }\n          config {\n            categoryId\n            topN\n            weighting\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query LatestBacktests {\n    simulationResults(first: 4) {\n      edges {\n        node {\n          id\n          runId\n          stats {\n            totalReturnPct\n            sharpeRatio\n          }\n          config {\n            categoryId\n            topN\n            weighting\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NetworkState {\n    explorerHealth {\n      latest {\n        polledAt\n        worstStatus\n        totalPeers\n        totalPeersHealthy\n        quorumMet\n        avgConsensusTimeMs\n      }\n    }\n  }\n"): (typeof documents)["\n  query NetworkState {\n    explorerHealth {\n      latest {\n        polledAt\n        worstStatus\n        totalPeers\n        totalPeersHealthy\n        quorumMet\n        avgConsensusTimeMs\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NextTicks {\n    batches(first: 50) {\n      edges {\n        node {\n          id\n          batchId\n          sourceId\n          marketCount\n          playerCount\n          nextTickAt\n          paused\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query NextTicks {\n    batches(first: 50) {\n      edges {\n        node {\n          id\n          batchId\n          sourceId\n          marketCount\n          playerCount\n          nextTickAt\n          paused\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription LiveNav($itpId: ID!) {\n    nav(itpId: $itpId) {\n      usd\n      aumUsd\n      source\n    }\n  }\n"): (typeof documents)["\n  subscription LiveNav($itpId: ID!) {\n    nav(itpId: $itpId) {\n      usd\n      aumUsd\n      source\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Faucet($input: RequestFaucetInput!) {\n    requestFaucet(input: $input) {\n      success\n      usdc {\n        amount\n        hash\n      }\n      userErrors {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Faucet($input: RequestFaucetInput!) {\n    requestFaucet(input: $input) {\n      success\n      usdc {\n        amount\n        hash\n      }\n      userErrors {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Contracts {\n    deployment {\n      chainId\n      contracts {\n        index\n        vision\n        l3Usdc\n      }\n    }\n  }\n"): (typeof documents)["\n  query Contracts {\n    deployment {\n      chainId\n      contracts {\n        index\n        vision\n        l3Usdc\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;