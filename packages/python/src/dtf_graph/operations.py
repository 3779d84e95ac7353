"""Documents with the types of their variables and results. Generated from
`schema/operations/` by `npm run generate`."""

from typing import Any, Dict, Iterator, List, Literal, Optional, Protocol, Required, TypedDict, Union


class Transport(Protocol):
    "Sends a document by name and returns its root field."

    def request(self, name: str, field: str, variables: Dict[str, Any]) -> Any: ...

    def stream(self, name: str, field: str, variables: Dict[str, Any]) -> Iterator[Any]: ...


DOCUMENTS: Dict[str, str] = {
    "analyzeBacktest": "query analyzeBacktest($runId:ID!$riskFreePct:Float!=0){simulations(ids:[$runId]){runId performance(riskFreePct:$riskFreePct){from to totalReturnPct annualizedReturnPct volatilityPct maxDrawdownPct sharpe sortino calmar omega ulcerIndexPct skewness excessKurtosis probabilisticSharpe monthlyReturns{year month returnPct isPartial}drawdowns(first:3){peakDate troughDate recoveryDate depthPct}versus(benchmark:{coin:BTC}){betaToBenchmark alphaPct informationRatio excessReturnPct}}turnover{annualMeanPct}contributions(first:5){coins{coinId contributionPct}residualPct}receipt{hash dataset}}}",
    "analyzeDtf": "query analyzeDtf($id:ID!$range:NavRange!=Y1$riskFreePct:Float!=0){dtf(id:$id){itpId name performance(range:$range riskFreePct:$riskFreePct){from to missingDays totalReturnPct annualizedReturnPct volatilityPct maxDrawdownPct sharpe sortino calmar valueAtRiskPct expectedShortfallPct probabilisticSharpe positiveMonthsPct periodReturns{period returnPct}drawdowns(first:3){peakDate troughDate recoveryDate depthPct}versus(benchmark:{coin:BTC}){betaToBenchmark alphaPct correlation trackingErrorPct excessReturnPct}}concentration{top5Pct effectiveAssets}}}",
    "analyzePlayer": "query analyzePlayer($address:Address!$ticks:Int!=20){predictionPlayer(address:$address ticks:$ticks){stake ticksPlayed forfeits winRate profit longestStreak isComplete batches{batch{batchId}ticksPlayed winRate profit}ticks{batchId tickId profit cumulative}bySource{sourceId decided accuracyPct}byMarket{market{marketId}decided accuracyPct}}}",
    "analyzePortfolio": "query analyzePortfolio($address:Address!$method:LedgerMethod!=AVERAGE){portfolio(address:$address){performance{from to timeWeightedReturnPct moneyWeightedReturnPct volatilityPct maxDrawdownPct}ledger(method:$method){totals{boughtUsd soldUsd realizedUsd unrealizedUsd unmatchedSales}}exposure{symbol valueUsd pct}}}",
    "getAsset": "query getAsset($symbol:String!){asset(symbol:$symbol){symbol price heldBy{weight}}}",
    "getBatch": "query getBatch($id:ID!){batch(id:$id){batchId configHash marketCount tickDuration paused tvl playerCount nextTickAt players(first:20){edges{node{balance stakePerTick hasBitmap}}}}}",
    "getDeployment": "query getDeployment{deployment{file chainId settlementChainId contracts{index vision l3Usdc}}}",
    "getDtfActivity": "query getDtfActivity($id:ID!$types:[DtfEventType!]=[CREATED MINTED REDEEMED TRANSFERRED]$wallet:ID$first:Int!=20$after:String$range:NavRange!=D30){dtf(id:$id){itpId symbol events(first:$first after:$after filter:{types:$types wallet:$wallet}){totalCount pageInfo{hasNextPage endCursor}edges{node{type timestamp blockNumber txHash portfolio{address}receiver{address}shares valueUsd}}}flows(range:$range){date mintedUsd redeemedUsd netUsd}}}",
    "getDtfCandles": "query getDtfCandles($id:ID!$interval:CandleInterval!=D1$from:UnixSeconds$to:UnixSeconds$maxPoints:Int=100){dtf(id:$id){itpId symbol candles(interval:$interval from:$from to:$to maxPoints:$maxPoints){timestamp open high low close}}}",
    "getDtfHolders": "query getDtfHolders($id:ID!$first:Int!=20$after:String){dtf(id:$id){itpId symbol createdAt creator{address}holders(first:$first after:$after orderBy:{field:SHARES}){totalCount unattributedShares pageInfo{hasNextPage endCursor}edges{node{portfolio{address}shares sharePct valueUsd since}}}}}",
    "getDtfMarket": "query getDtfMarket($id:ID!$levels:Int!=10$aggregationBps:Int!=10){dtf(id:$id){itpId symbol quote{bidUsd askUsd midUsd spreadBps ageMs assetsPriced assetsTotal}orderBook(levels:$levels aggregationBps:$aggregationBps){bids{priceUsd quantity usdValue}asks{priceUsd quantity usdValue}bidDepthUsd askDepthUsd assetsFailed}}}",
    "getDtf": "query getDtf($id:ID!){dtf(id:$id){itpId name symbol aumUsd totalSupply nav{usd source}holdings{weight asset{symbol price}}navSeries(range:D30){timestamp nav}}}",
    "getLoans": "query getLoans($address:Address!){portfolio(address:$address){address lending{positions{collateral debt healthFactor state market{dtf{itpId symbol}}}}}}",
    "getMarketHistory": "query getMarketHistory($source:String!$asset:String!$from:UnixSeconds$to:UnixSeconds){marketHistory(source:$source asset:$asset from:$from to:$to){timestamp value}}",
    "getNetworkHealth": "query getNetworkHealth{explorerHealth{latest{polledAt quorumMet worstStatus totalPeers totalPeersHealthy}}}",
    "getPlayer": "query getPlayer($batchId:ID!$address:Address!){batch(id:$batchId){player(address:$address){balance stakePerTick startTick hasBitmap position{balance proof{fromTick toTick newBalance finalBalance signature referenceNonce signersBitmask}}}}}",
    "getPortfolio": "query getPortfolio($address:Address!){portfolio(address:$address){address totalValueUsd totalPnlUsd totalPnlPct positions{shares valueUsd pnlUsd dtf{itpId name symbol}}trades(first:10){edges{node{timestamp type totalUsd}}}}}",
    "judgeBacktests": "query judgeBacktests($runs:[ID!]!$split:Float!=0.7){simulationSelection(runs:$runs split:$split){commonDays expectedBestSharpe deflatedSharpe probabilityOfOverfitting rankCorrelation winnerRank variants{run{runId}inSampleSharpe outOfSampleSharpe inSampleRank outOfSampleRank}}}",
    "listBatches": "query listBatches($first:Int=20){batches(first:$first){edges{node{batchId paused playerCount marketCount tvl tickDuration}}}}",
    "listDtfs": "query listDtfs($first:Int=20){dtfs(first:$first){totalCount edges{node{itpId name symbol navPerShareUsd aumUsd assetCount}}}}",
    "listLendingMarkets": "query listLendingMarkets{lendingMarkets{dtf{itpId symbol}totalSupply totalBorrow utilisation lltv}}",
    "listSimulationCategories": "query listSimulationCategories{simulationCategories{slug name coinCount}}",
    "replayBitmap": "query replayBitmap($batchId:ID!$bitmap:Hex$rule:ReplayRule$from:Int$to:Int$stakePerTick:Wei!=\"100000000000000000\"){replayBitmap(batchId:$batchId bitmap:$bitmap rule:$rule from:$from to:$to stakePerTick:$stakePerTick){total fee winRate ticksPlayed isComplete ticks{tickId pnl cumulative hits markets}}}",
    "requestFaucet": "mutation requestFaucet($input:RequestFaucetInput!){requestFaucet(input:$input){success to userErrors{message}}}",
    "runBacktest": "subscription runBacktest($input:SimulationInput!){simulation(input:$input){__typename ...on SimulationProgress{pct currentDate}...on SimulationResult{run{runId stats{totalReturnPct annualizedReturn maxDrawdownPct sharpeRatio totalFeesPct totalTrades startDate endDate}navSeries(maxPoints:100){date nav}}}...on SimulationFailure{message code}}}",
    "runSweep": "subscription runSweep($input:SweepInput!){sweep(input:$input){__typename ...on SweepProgress{pct variant}...on SweepVariant{variant}...on SweepVariantFailure{variant message}...on SweepDone{totalVariants variants{variant run{runId stats{totalReturnPct maxDrawdownPct sharpeRatio}}}}...on SimulationFailure{message code}}}",
    "stressPortfolio": "query stressPortfolio($address:Address!$shocks:[PriceShock!]!){portfolio(address:$address){stress(shocks:$shocks){valueUsd changePct loans{market{itpId}healthFactor isLiquidatable state}}}}",
    "submitBitmap": "mutation submitBitmap($input:SubmitBitmapInput!){submitBitmap(input:$input){accepted acceptedCount quorum oracles{oracle accepted error}userErrors{code message retryAfter}}}",
}


ReturnPeriod = Literal["HALF_YEAR", "INCEPTION", "MONTH", "MONTH_TO_DATE", "QUARTER", "WEEK", "YEAR", "YEAR_TO_DATE"]


AnalyzeDtfPerformancePeriodReturns = TypedDict(
    "AnalyzeDtfPerformancePeriodReturns",
    {
        "period": ReturnPeriod,
        "returnPct": Optional[float],
    },
)


AnalyzeDtfPerformanceDrawdowns = TypedDict(
    "AnalyzeDtfPerformanceDrawdowns",
    {
        "peakDate": str,
        "troughDate": str,
        "recoveryDate": Optional[str],
        "depthPct": float,
    },
)


AnalyzeDtfPerformanceVersus = TypedDict(
    "AnalyzeDtfPerformanceVersus",
    {
        "betaToBenchmark": Optional[float],
        "alphaPct": Optional[float],
        "correlation": Optional[float],
        "trackingErrorPct": Optional[float],
        "excessReturnPct": Optional[float],
    },
)


AnalyzeDtfPerformance = TypedDict(
    "AnalyzeDtfPerformance",
    {
        "from": Optional[str],
        "to": Optional[str],
        "missingDays": int,
        "totalReturnPct": Optional[float],
        "annualizedReturnPct": Optional[float],
        "volatilityPct": Optional[float],
        "maxDrawdownPct": Optional[float],
        "sharpe": Optional[float],
        "sortino": Optional[float],
        "calmar": Optional[float],
        "valueAtRiskPct": Optional[float],
        "expectedShortfallPct": Optional[float],
        "probabilisticSharpe": Optional[float],
        "positiveMonthsPct": Optional[float],
        "periodReturns": List[AnalyzeDtfPerformancePeriodReturns],
        "drawdowns": Optional[List[AnalyzeDtfPerformanceDrawdowns]],
        "versus": Optional[AnalyzeDtfPerformanceVersus],
    },
)


AnalyzeDtfConcentration = TypedDict(
    "AnalyzeDtfConcentration",
    {
        "top5Pct": Optional[float],
        "effectiveAssets": Optional[float],
    },
)


AnalyzeDtf = TypedDict(
    "AnalyzeDtf",
    {
        "itpId": str,
        "name": Optional[str],
        "performance": Optional[AnalyzeDtfPerformance],
        "concentration": Optional[AnalyzeDtfConcentration],
    },
)


NavRange = Literal["D1", "D7", "D30", "D90", "MAX", "Y1", "Y3", "Y5"]


GetDtfActivityEventsPageInfo = TypedDict(
    "GetDtfActivityEventsPageInfo",
    {
        "hasNextPage": bool,
        "endCursor": Optional[str],
    },
)


DtfEventType = Literal["CREATED", "MINTED", "NAV_SET", "REDEEMED", "TRANSFERRED"]


GetDtfActivityEventsEdgesNodePortfolio = TypedDict(
    "GetDtfActivityEventsEdgesNodePortfolio",
    {
        "address": str,
    },
)


GetDtfActivityEventsEdgesNodeReceiver = TypedDict(
    "GetDtfActivityEventsEdgesNodeReceiver",
    {
        "address": str,
    },
)


GetDtfActivityEventsEdgesNode = TypedDict(
    "GetDtfActivityEventsEdgesNode",
    {
        "type": DtfEventType,
        "timestamp": int,
        "blockNumber": int,
        "txHash": str,
        "portfolio": Optional[GetDtfActivityEventsEdgesNodePortfolio],
        "receiver": Optional[GetDtfActivityEventsEdgesNodeReceiver],
        "shares": Optional[str],
        "valueUsd": Optional[float],
    },
)


GetDtfActivityEventsEdges = TypedDict(
    "GetDtfActivityEventsEdges",
    {
        "node": GetDtfActivityEventsEdgesNode,
    },
)


GetDtfActivityEvents = TypedDict(
    "GetDtfActivityEvents",
    {
        "totalCount": int,
        "pageInfo": GetDtfActivityEventsPageInfo,
        "edges": List[GetDtfActivityEventsEdges],
    },
)


GetDtfActivityFlows = TypedDict(
    "GetDtfActivityFlows",
    {
        "date": str,
        "mintedUsd": float,
        "redeemedUsd": float,
        "netUsd": float,
    },
)


GetDtfActivity = TypedDict(
    "GetDtfActivity",
    {
        "itpId": str,
        "symbol": Optional[str],
        "events": Optional[GetDtfActivityEvents],
        "flows": Optional[List[GetDtfActivityFlows]],
    },
)


GetDtfCandlesCandles = TypedDict(
    "GetDtfCandlesCandles",
    {
        "timestamp": int,
        "open": float,
        "high": float,
        "low": float,
        "close": float,
    },
)


GetDtfCandles = TypedDict(
    "GetDtfCandles",
    {
        "itpId": str,
        "symbol": Optional[str],
        "candles": Optional[List[GetDtfCandlesCandles]],
    },
)


CandleInterval = Literal["D1", "H1", "M5", "M15"]


GetDtfHoldersCreator = TypedDict(
    "GetDtfHoldersCreator",
    {
        "address": str,
    },
)


GetDtfHoldersHoldersPageInfo = TypedDict(
    "GetDtfHoldersHoldersPageInfo",
    {
        "hasNextPage": bool,
        "endCursor": Optional[str],
    },
)


GetDtfHoldersHoldersEdgesNodePortfolio = TypedDict(
    "GetDtfHoldersHoldersEdgesNodePortfolio",
    {
        "address": str,
    },
)


GetDtfHoldersHoldersEdgesNode = TypedDict(
    "GetDtfHoldersHoldersEdgesNode",
    {
        "portfolio": GetDtfHoldersHoldersEdgesNodePortfolio,
        "shares": str,
        "sharePct": Optional[float],
        "valueUsd": Optional[float],
        "since": int,
    },
)


GetDtfHoldersHoldersEdges = TypedDict(
    "GetDtfHoldersHoldersEdges",
    {
        "node": GetDtfHoldersHoldersEdgesNode,
    },
)


GetDtfHoldersHolders = TypedDict(
    "GetDtfHoldersHolders",
    {
        "totalCount": int,
        "unattributedShares": str,
        "pageInfo": GetDtfHoldersHoldersPageInfo,
        "edges": List[GetDtfHoldersHoldersEdges],
    },
)


GetDtfHolders = TypedDict(
    "GetDtfHolders",
    {
        "itpId": str,
        "symbol": Optional[str],
        "createdAt": Optional[int],
        "creator": Optional[GetDtfHoldersCreator],
        "holders": Optional[GetDtfHoldersHolders],
    },
)


GetDtfMarketQuote = TypedDict(
    "GetDtfMarketQuote",
    {
        "bidUsd": float,
        "askUsd": float,
        "midUsd": float,
        "spreadBps": float,
        "ageMs": int,
        "assetsPriced": int,
        "assetsTotal": int,
    },
)


GetDtfMarketOrderBookBids = TypedDict(
    "GetDtfMarketOrderBookBids",
    {
        "priceUsd": float,
        "quantity": float,
        "usdValue": float,
    },
)


GetDtfMarketOrderBookAsks = TypedDict(
    "GetDtfMarketOrderBookAsks",
    {
        "priceUsd": float,
        "quantity": float,
        "usdValue": float,
    },
)


GetDtfMarketOrderBook = TypedDict(
    "GetDtfMarketOrderBook",
    {
        "bids": List[GetDtfMarketOrderBookBids],
        "asks": List[GetDtfMarketOrderBookAsks],
        "bidDepthUsd": float,
        "askDepthUsd": float,
        "assetsFailed": List[str],
    },
)


GetDtfMarket = TypedDict(
    "GetDtfMarket",
    {
        "itpId": str,
        "symbol": Optional[str],
        "quote": Optional[GetDtfMarketQuote],
        "orderBook": Optional[GetDtfMarketOrderBook],
    },
)


NavSource = Literal["DATA_NODE", "ONCHAIN"]


GetDtfNav = TypedDict(
    "GetDtfNav",
    {
        "usd": float,
        "source": NavSource,
    },
)


GetDtfHoldingsAsset = TypedDict(
    "GetDtfHoldingsAsset",
    {
        "symbol": str,
        "price": Optional[float],
    },
)


GetDtfHoldings = TypedDict(
    "GetDtfHoldings",
    {
        "weight": float,
        "asset": GetDtfHoldingsAsset,
    },
)


GetDtfNavSeries = TypedDict(
    "GetDtfNavSeries",
    {
        "timestamp": int,
        "nav": float,
    },
)


GetDtf = TypedDict(
    "GetDtf",
    {
        "itpId": str,
        "name": Optional[str],
        "symbol": Optional[str],
        "aumUsd": Optional[float],
        "totalSupply": Optional[str],
        "nav": Optional[GetDtfNav],
        "holdings": Optional[List[GetDtfHoldings]],
        "navSeries": Optional[List[GetDtfNavSeries]],
    },
)


ListDtfsEdgesNode = TypedDict(
    "ListDtfsEdgesNode",
    {
        "itpId": str,
        "name": Optional[str],
        "symbol": Optional[str],
        "navPerShareUsd": Optional[float],
        "aumUsd": Optional[float],
        "assetCount": Optional[int],
    },
)


ListDtfsEdges = TypedDict(
    "ListDtfsEdges",
    {
        "node": ListDtfsEdgesNode,
    },
)


ListDtfs = TypedDict(
    "ListDtfs",
    {
        "totalCount": int,
        "edges": List[ListDtfsEdges],
    },
)


ListLendingMarketsDtf = TypedDict(
    "ListLendingMarketsDtf",
    {
        "itpId": str,
        "symbol": Optional[str],
    },
)


ListLendingMarkets = TypedDict(
    "ListLendingMarkets",
    {
        "dtf": Optional[ListLendingMarketsDtf],
        "totalSupply": str,
        "totalBorrow": str,
        "utilisation": float,
        "lltv": float,
    },
)


GetDeploymentContracts = TypedDict(
    "GetDeploymentContracts",
    {
        "index": Optional[str],
        "vision": Optional[str],
        "l3Usdc": Optional[str],
    },
)


GetDeployment = TypedDict(
    "GetDeployment",
    {
        "file": str,
        "chainId": int,
        "settlementChainId": Optional[int],
        "contracts": GetDeploymentContracts,
    },
)


HealthStatus = Literal["DEGRADED", "HEALTHY", "UNHEALTHY", "UNKNOWN"]


GetNetworkHealthLatest = TypedDict(
    "GetNetworkHealthLatest",
    {
        "polledAt": str,
        "quorumMet": Optional[bool],
        "worstStatus": Optional[HealthStatus],
        "totalPeers": Optional[float],
        "totalPeersHealthy": Optional[float],
    },
)


GetNetworkHealth = TypedDict(
    "GetNetworkHealth",
    {
        "latest": Optional[GetNetworkHealthLatest],
    },
)


RequestFaucetUserErrors = TypedDict(
    "RequestFaucetUserErrors",
    {
        "message": str,
    },
)


RequestFaucet = TypedDict(
    "RequestFaucet",
    {
        "success": bool,
        "to": Optional[str],
        "userErrors": List[RequestFaucetUserErrors],
    },
)


class RequestFaucetInput(TypedDict, total=False):
    address: Required[str]
    amount: Optional[str]
    gas: Optional[bool]


AnalyzePortfolioPerformance = TypedDict(
    "AnalyzePortfolioPerformance",
    {
        "from": Optional[str],
        "to": Optional[str],
        "timeWeightedReturnPct": Optional[float],
        "moneyWeightedReturnPct": Optional[float],
        "volatilityPct": Optional[float],
        "maxDrawdownPct": Optional[float],
    },
)


AnalyzePortfolioLedgerTotals = TypedDict(
    "AnalyzePortfolioLedgerTotals",
    {
        "boughtUsd": float,
        "soldUsd": float,
        "realizedUsd": float,
        "unrealizedUsd": float,
        "unmatchedSales": int,
    },
)


AnalyzePortfolioLedger = TypedDict(
    "AnalyzePortfolioLedger",
    {
        "totals": AnalyzePortfolioLedgerTotals,
    },
)


AnalyzePortfolioExposure = TypedDict(
    "AnalyzePortfolioExposure",
    {
        "symbol": str,
        "valueUsd": float,
        "pct": Optional[float],
    },
)


AnalyzePortfolio = TypedDict(
    "AnalyzePortfolio",
    {
        "performance": Optional[AnalyzePortfolioPerformance],
        "ledger": Optional[AnalyzePortfolioLedger],
        "exposure": Optional[List[AnalyzePortfolioExposure]],
    },
)


LedgerMethod = Literal["AVERAGE", "FIFO"]


LoanHealth = Literal["LIQUIDATABLE", "NO_DEBT", "SAFE", "WARNING"]


GetLoansLendingPositionsMarketDtf = TypedDict(
    "GetLoansLendingPositionsMarketDtf",
    {
        "itpId": str,
        "symbol": Optional[str],
    },
)


GetLoansLendingPositionsMarket = TypedDict(
    "GetLoansLendingPositionsMarket",
    {
        "dtf": Optional[GetLoansLendingPositionsMarketDtf],
    },
)


GetLoansLendingPositions = TypedDict(
    "GetLoansLendingPositions",
    {
        "collateral": str,
        "debt": str,
        "healthFactor": Optional[float],
        "state": LoanHealth,
        "market": GetLoansLendingPositionsMarket,
    },
)


GetLoansLending = TypedDict(
    "GetLoansLending",
    {
        "positions": Optional[List[GetLoansLendingPositions]],
    },
)


GetLoans = TypedDict(
    "GetLoans",
    {
        "address": str,
        "lending": GetLoansLending,
    },
)


GetPortfolioPositionsDtf = TypedDict(
    "GetPortfolioPositionsDtf",
    {
        "itpId": str,
        "name": Optional[str],
        "symbol": Optional[str],
    },
)


GetPortfolioPositions = TypedDict(
    "GetPortfolioPositions",
    {
        "shares": str,
        "valueUsd": float,
        "pnlUsd": float,
        "dtf": GetPortfolioPositionsDtf,
    },
)


TradeType = Literal["BUY", "SELL"]


GetPortfolioTradesEdgesNode = TypedDict(
    "GetPortfolioTradesEdgesNode",
    {
        "timestamp": int,
        "type": TradeType,
        "totalUsd": float,
    },
)


GetPortfolioTradesEdges = TypedDict(
    "GetPortfolioTradesEdges",
    {
        "node": GetPortfolioTradesEdgesNode,
    },
)


GetPortfolioTrades = TypedDict(
    "GetPortfolioTrades",
    {
        "edges": List[GetPortfolioTradesEdges],
    },
)


GetPortfolio = TypedDict(
    "GetPortfolio",
    {
        "address": str,
        "totalValueUsd": Optional[float],
        "totalPnlUsd": Optional[float],
        "totalPnlPct": Optional[float],
        "positions": Optional[List[GetPortfolioPositions]],
        "trades": Optional[GetPortfolioTrades],
    },
)


StressPortfolioStressLoansMarket = TypedDict(
    "StressPortfolioStressLoansMarket",
    {
        "itpId": Optional[str],
    },
)


StressPortfolioStressLoans = TypedDict(
    "StressPortfolioStressLoans",
    {
        "market": StressPortfolioStressLoansMarket,
        "healthFactor": Optional[float],
        "isLiquidatable": bool,
        "state": LoanHealth,
    },
)


StressPortfolioStress = TypedDict(
    "StressPortfolioStress",
    {
        "valueUsd": float,
        "changePct": Optional[float],
        "loans": List[StressPortfolioStressLoans],
    },
)


StressPortfolio = TypedDict(
    "StressPortfolio",
    {
        "stress": Optional[StressPortfolioStress],
    },
)


class PriceShock(TypedDict, total=False):
    pct: Required[float]
    symbol: Required[str]


GetAssetHeldBy = TypedDict(
    "GetAssetHeldBy",
    {
        "weight": float,
    },
)


GetAsset = TypedDict(
    "GetAsset",
    {
        "symbol": str,
        "price": Optional[float],
        "heldBy": Optional[List[GetAssetHeldBy]],
    },
)


GetMarketHistory = TypedDict(
    "GetMarketHistory",
    {
        "timestamp": int,
        "value": float,
    },
)


AnalyzeBacktestPerformanceMonthlyReturns = TypedDict(
    "AnalyzeBacktestPerformanceMonthlyReturns",
    {
        "year": int,
        "month": int,
        "returnPct": float,
        "isPartial": bool,
    },
)


AnalyzeBacktestPerformanceDrawdowns = TypedDict(
    "AnalyzeBacktestPerformanceDrawdowns",
    {
        "peakDate": str,
        "troughDate": str,
        "recoveryDate": Optional[str],
        "depthPct": float,
    },
)


AnalyzeBacktestPerformanceVersus = TypedDict(
    "AnalyzeBacktestPerformanceVersus",
    {
        "betaToBenchmark": Optional[float],
        "alphaPct": Optional[float],
        "informationRatio": Optional[float],
        "excessReturnPct": Optional[float],
    },
)


AnalyzeBacktestPerformance = TypedDict(
    "AnalyzeBacktestPerformance",
    {
        "from": Optional[str],
        "to": Optional[str],
        "totalReturnPct": Optional[float],
        "annualizedReturnPct": Optional[float],
        "volatilityPct": Optional[float],
        "maxDrawdownPct": Optional[float],
        "sharpe": Optional[float],
        "sortino": Optional[float],
        "calmar": Optional[float],
        "omega": Optional[float],
        "ulcerIndexPct": Optional[float],
        "skewness": Optional[float],
        "excessKurtosis": Optional[float],
        "probabilisticSharpe": Optional[float],
        "monthlyReturns": List[AnalyzeBacktestPerformanceMonthlyReturns],
        "drawdowns": Optional[List[AnalyzeBacktestPerformanceDrawdowns]],
        "versus": Optional[AnalyzeBacktestPerformanceVersus],
    },
)


AnalyzeBacktestTurnover = TypedDict(
    "AnalyzeBacktestTurnover",
    {
        "annualMeanPct": Optional[float],
    },
)


AnalyzeBacktestContributionsCoins = TypedDict(
    "AnalyzeBacktestContributionsCoins",
    {
        "coinId": str,
        "contributionPct": float,
    },
)


AnalyzeBacktestContributions = TypedDict(
    "AnalyzeBacktestContributions",
    {
        "coins": List[AnalyzeBacktestContributionsCoins],
        "residualPct": Optional[float],
    },
)


AnalyzeBacktestReceipt = TypedDict(
    "AnalyzeBacktestReceipt",
    {
        "hash": str,
        "dataset": str,
    },
)


AnalyzeBacktest = TypedDict(
    "AnalyzeBacktest",
    {
        "runId": int,
        "performance": Optional[AnalyzeBacktestPerformance],
        "turnover": Optional[AnalyzeBacktestTurnover],
        "contributions": Optional[AnalyzeBacktestContributions],
        "receipt": Optional[AnalyzeBacktestReceipt],
    },
)


JudgeBacktestsVariantsRun = TypedDict(
    "JudgeBacktestsVariantsRun",
    {
        "runId": int,
    },
)


JudgeBacktestsVariants = TypedDict(
    "JudgeBacktestsVariants",
    {
        "run": JudgeBacktestsVariantsRun,
        "inSampleSharpe": Optional[float],
        "outOfSampleSharpe": Optional[float],
        "inSampleRank": Optional[int],
        "outOfSampleRank": Optional[int],
    },
)


JudgeBacktests = TypedDict(
    "JudgeBacktests",
    {
        "commonDays": int,
        "expectedBestSharpe": Optional[float],
        "deflatedSharpe": Optional[float],
        "probabilityOfOverfitting": Optional[float],
        "rankCorrelation": Optional[float],
        "winnerRank": Optional[int],
        "variants": List[JudgeBacktestsVariants],
    },
)


ListSimulationCategories = TypedDict(
    "ListSimulationCategories",
    {
        "slug": str,
        "name": str,
        "coinCount": int,
    },
)


RunBacktestSimulationFailure = TypedDict(
    "RunBacktestSimulationFailure",
    {
        "__typename": Literal["SimulationFailure"],
        "message": str,
        "code": str,
    },
)


RunBacktestSimulationProgress = TypedDict(
    "RunBacktestSimulationProgress",
    {
        "__typename": Literal["SimulationProgress"],
        "pct": float,
        "currentDate": Optional[str],
    },
)


RunBacktestSimulationResultRunStats = TypedDict(
    "RunBacktestSimulationResultRunStats",
    {
        "totalReturnPct": float,
        "annualizedReturn": float,
        "maxDrawdownPct": float,
        "sharpeRatio": float,
        "totalFeesPct": float,
        "totalTrades": int,
        "startDate": str,
        "endDate": str,
    },
)


RunBacktestSimulationResultRunNavSeries = TypedDict(
    "RunBacktestSimulationResultRunNavSeries",
    {
        "date": str,
        "nav": float,
    },
)


RunBacktestSimulationResultRun = TypedDict(
    "RunBacktestSimulationResultRun",
    {
        "runId": int,
        "stats": Optional[RunBacktestSimulationResultRunStats],
        "navSeries": Optional[List[RunBacktestSimulationResultRunNavSeries]],
    },
)


RunBacktestSimulationResult = TypedDict(
    "RunBacktestSimulationResult",
    {
        "__typename": Literal["SimulationResult"],
        "run": RunBacktestSimulationResultRun,
    },
)


SimulationDomMode = Literal["BTC", "ETH", "INVERSE"]


SimulationFngMode = Literal["BOTH", "FEAR", "GREED"]


class SimulationInput(TypedDict, total=False):
    baseFeePct: Optional[float]
    categoryId: Required[str]
    delistHaircut: Optional[float]
    domLookback: Optional[int]
    domMode: Optional[SimulationDomMode]
    fngCashPct: Optional[float]
    fngFearThreshold: Optional[int]
    fngGreedThreshold: Optional[int]
    fngMode: Optional[SimulationFngMode]
    force: Optional[bool]
    rebalanceDays: Required[int]
    spreadMultiplier: Optional[float]
    startDate: Optional[str]
    thresholdPct: Optional[float]
    topN: Required[int]
    vcInvestors: Optional[List[str]]
    vcMinAmountM: Optional[float]
    vcMode: Optional[str]
    vcRoundTypes: Optional[List[str]]
    weighting: Required[str]


RunSweepSimulationFailure = TypedDict(
    "RunSweepSimulationFailure",
    {
        "__typename": Literal["SimulationFailure"],
        "message": str,
        "code": str,
    },
)


RunSweepSweepDoneVariantsRunStats = TypedDict(
    "RunSweepSweepDoneVariantsRunStats",
    {
        "totalReturnPct": float,
        "maxDrawdownPct": float,
        "sharpeRatio": float,
    },
)


RunSweepSweepDoneVariantsRun = TypedDict(
    "RunSweepSweepDoneVariantsRun",
    {
        "runId": int,
        "stats": Optional[RunSweepSweepDoneVariantsRunStats],
    },
)


RunSweepSweepDoneVariants = TypedDict(
    "RunSweepSweepDoneVariants",
    {
        "variant": Optional[str],
        "run": RunSweepSweepDoneVariantsRun,
    },
)


RunSweepSweepDone = TypedDict(
    "RunSweepSweepDone",
    {
        "__typename": Literal["SweepDone"],
        "totalVariants": int,
        "variants": List[RunSweepSweepDoneVariants],
    },
)


RunSweepSweepProgress = TypedDict(
    "RunSweepSweepProgress",
    {
        "__typename": Literal["SweepProgress"],
        "pct": float,
        "variant": Optional[str],
    },
)


RunSweepSweepVariant = TypedDict(
    "RunSweepSweepVariant",
    {
        "__typename": Literal["SweepVariant"],
        "variant": Optional[str],
    },
)


RunSweepSweepVariantFailure = TypedDict(
    "RunSweepSweepVariantFailure",
    {
        "__typename": Literal["SweepVariantFailure"],
        "variant": Optional[str],
        "message": str,
    },
)


SweepDimension = Literal["CATEGORY", "REBALANCE", "THRESHOLD", "TOP_N", "WEIGHTING"]


class SweepInput(TypedDict, total=False):
    baseFeePct: Optional[float]
    categories: Optional[List[str]]
    categoryId: Required[str]
    delistHaircut: Optional[float]
    domLookback: Optional[int]
    domMode: Optional[SimulationDomMode]
    fngCashPct: Optional[float]
    fngFearThreshold: Optional[int]
    fngGreedThreshold: Optional[int]
    fngMode: Optional[SimulationFngMode]
    force: Optional[bool]
    rebalanceDays: Optional[int]
    spreadMultiplier: Optional[float]
    startDate: Optional[str]
    sweep: Required[SweepDimension]
    thresholdPct: Optional[float]
    topN: Optional[int]
    vcInvestors: Optional[List[str]]
    vcMinAmountM: Optional[float]
    vcMode: Optional[str]
    vcRoundTypes: Optional[List[str]]
    weighting: Optional[str]


AnalyzePlayerBatchesBatch = TypedDict(
    "AnalyzePlayerBatchesBatch",
    {
        "batchId": int,
    },
)


AnalyzePlayerBatches = TypedDict(
    "AnalyzePlayerBatches",
    {
        "batch": AnalyzePlayerBatchesBatch,
        "ticksPlayed": int,
        "winRate": Optional[float],
        "profit": str,
    },
)


AnalyzePlayerTicks = TypedDict(
    "AnalyzePlayerTicks",
    {
        "batchId": int,
        "tickId": int,
        "profit": str,
        "cumulative": str,
    },
)


AnalyzePlayerBySource = TypedDict(
    "AnalyzePlayerBySource",
    {
        "sourceId": str,
        "decided": int,
        "accuracyPct": float,
    },
)


AnalyzePlayerByMarketMarket = TypedDict(
    "AnalyzePlayerByMarketMarket",
    {
        "marketId": str,
    },
)


AnalyzePlayerByMarket = TypedDict(
    "AnalyzePlayerByMarket",
    {
        "market": AnalyzePlayerByMarketMarket,
        "decided": int,
        "accuracyPct": float,
    },
)


AnalyzePlayer = TypedDict(
    "AnalyzePlayer",
    {
        "stake": str,
        "ticksPlayed": int,
        "forfeits": int,
        "winRate": Optional[float],
        "profit": str,
        "longestStreak": int,
        "isComplete": bool,
        "batches": List[AnalyzePlayerBatches],
        "ticks": List[AnalyzePlayerTicks],
        "bySource": List[AnalyzePlayerBySource],
        "byMarket": List[AnalyzePlayerByMarket],
    },
)


GetBatchPlayersEdgesNode = TypedDict(
    "GetBatchPlayersEdgesNode",
    {
        "balance": str,
        "stakePerTick": str,
        "hasBitmap": bool,
    },
)


GetBatchPlayersEdges = TypedDict(
    "GetBatchPlayersEdges",
    {
        "node": GetBatchPlayersEdgesNode,
    },
)


GetBatchPlayers = TypedDict(
    "GetBatchPlayers",
    {
        "edges": List[GetBatchPlayersEdges],
    },
)


GetBatch = TypedDict(
    "GetBatch",
    {
        "batchId": int,
        "configHash": Optional[str],
        "marketCount": int,
        "tickDuration": float,
        "paused": bool,
        "tvl": str,
        "playerCount": int,
        "nextTickAt": Optional[int],
        "players": Optional[GetBatchPlayers],
    },
)


GetPlayerPlayerPositionProof = TypedDict(
    "GetPlayerPlayerPositionProof",
    {
        "fromTick": Optional[int],
        "toTick": Optional[int],
        "newBalance": Optional[str],
        "finalBalance": Optional[str],
        "signature": str,
        "referenceNonce": Optional[str],
        "signersBitmask": Optional[str],
    },
)


GetPlayerPlayerPosition = TypedDict(
    "GetPlayerPlayerPosition",
    {
        "balance": str,
        "proof": Optional[GetPlayerPlayerPositionProof],
    },
)


GetPlayerPlayer = TypedDict(
    "GetPlayerPlayer",
    {
        "balance": str,
        "stakePerTick": str,
        "startTick": int,
        "hasBitmap": bool,
        "position": Optional[GetPlayerPlayerPosition],
    },
)


GetPlayer = TypedDict(
    "GetPlayer",
    {
        "player": Optional[GetPlayerPlayer],
    },
)


ListBatchesEdgesNode = TypedDict(
    "ListBatchesEdgesNode",
    {
        "batchId": int,
        "paused": bool,
        "playerCount": int,
        "marketCount": int,
        "tvl": str,
        "tickDuration": float,
    },
)


ListBatchesEdges = TypedDict(
    "ListBatchesEdges",
    {
        "node": ListBatchesEdgesNode,
    },
)


ListBatches = TypedDict(
    "ListBatches",
    {
        "edges": List[ListBatchesEdges],
    },
)


ReplayBitmapTicks = TypedDict(
    "ReplayBitmapTicks",
    {
        "tickId": int,
        "pnl": str,
        "cumulative": str,
        "hits": int,
        "markets": int,
    },
)


ReplayBitmap = TypedDict(
    "ReplayBitmap",
    {
        "total": str,
        "fee": str,
        "winRate": Optional[float],
        "ticksPlayed": int,
        "isComplete": bool,
        "ticks": List[ReplayBitmapTicks],
    },
)


ReplayRuleKind = Literal["ALWAYS_DOWN", "ALWAYS_UP", "MOMENTUM", "REVERSAL"]


class ReplayRule(TypedDict, total=False):
    kind: Required[ReplayRuleKind]
    lookback: int


SubmitBitmapOracles = TypedDict(
    "SubmitBitmapOracles",
    {
        "oracle": int,
        "accepted": bool,
        "error": Optional[str],
    },
)


SubmitBitmapErrorCode = Literal["BATCH_NOT_FOUND", "BUSY", "FAILED", "HASH_MISMATCH", "INVALID_BATCH", "INVALID_BITMAP", "INVALID_HASH", "INVALID_PLAYER", "PLAYER_NOT_FOUND", "QUORUM_NOT_REACHED", "REFUSED"]


SubmitBitmapUserErrors = TypedDict(
    "SubmitBitmapUserErrors",
    {
        "code": SubmitBitmapErrorCode,
        "message": str,
        "retryAfter": Optional[int],
    },
)


SubmitBitmap = TypedDict(
    "SubmitBitmap",
    {
        "accepted": bool,
        "acceptedCount": int,
        "quorum": int,
        "oracles": List[SubmitBitmapOracles],
        "userErrors": List[SubmitBitmapUserErrors],
    },
)


class SubmitBitmapInput(TypedDict, total=False):
    batchId: Required[str]
    bitmap: Required[str]
    expectedHash: Required[str]
    player: Required[str]
    waitForAll: Optional[bool]


class FundsDocuments:
    "Documents of the namespace `funds`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def analyze(self, id: str, range: Optional[NavRange] = None, risk_free_pct: Optional[float] = None) -> Optional[AnalyzeDtf]:
        "Shows what a share of a DTF earned over the last year and how risky it was, beside Bitcoin: returns by period, volatility, drawdowns, Sharpe, Sortino and Calmar ratios, value at risk, and how concentrated the basket is."
        return self._transport.request("analyzeDtf", "dtf", {"id": id, "range": range, "riskFreePct": risk_free_pct})

    def get_activity(self, id: str, types: Optional[List[DtfEventType]] = None, wallet: Optional[str] = None, first: Optional[int] = None, after: Optional[str] = None, range: Optional[NavRange] = None) -> Optional[GetDtfActivity]:
        "Lists what happened to a DTF in its contract, the newest first (shares minted, redeemed, transferred, and its creation), with the value of the shares minted and redeemed by day."
        return self._transport.request("getDtfActivity", "dtf", {"id": id, "types": types, "wallet": wallet, "first": first, "after": after, "range": range})

    def get_candles(self, id: str, interval: Optional[CandleInterval] = None, from_: Optional[int] = None, to: Optional[int] = None, max_points: Optional[int] = None) -> Optional[GetDtfCandles]:
        "Shows the NAV per share of a DTF as candles (open, high, low, close), ascending. Null where the data node has only closing NAVs: then getDtf has them."
        return self._transport.request("getDtfCandles", "dtf", {"id": id, "interval": interval, "from": from_, "to": to, "maxPoints": max_points})

    def get_holders(self, id: str, first: Optional[int] = None, after: Optional[str] = None) -> Optional[GetDtfHolders]:
        "Lists the wallets that hold shares of a DTF, the largest first, with their part of all shares and since when they have held; also who created the DTF and when. Shares that the transfers do not account for are unattributedShares."
        return self._transport.request("getDtfHolders", "dtf", {"id": id, "first": first, "after": after})

    def get_market(self, id: str, levels: Optional[int] = None, aggregation_bps: Optional[int] = None) -> Optional[GetDtfMarket]:
        "Shows what a share of a DTF can be sold and bought for now: bid, ask and spread in basis points, the age of the prices, and the order book combined from the books of its assets. Null where the data node has none."
        return self._transport.request("getDtfMarket", "dtf", {"id": id, "levels": levels, "aggregationBps": aggregation_bps})

    def get(self, id: str) -> Optional[GetDtf]:
        "Shows one DTF by its identifier: price, supply, the assets that it holds, and its NAV over 30 days."
        return self._transport.request("getDtf", "dtf", {"id": id})

    def list(self, first: Optional[int] = None) -> Optional[ListDtfs]:
        "Lists index funds (DTFs), the largest by assets under management first."
        return self._transport.request("listDtfs", "dtfs", {"first": first})


class LendingDocuments:
    "Documents of the namespace `lending`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_markets(self) -> Optional[List[ListLendingMarkets]]:
        "Lists the lending markets with their totals and the loan-to-value ratio of liquidation."
        return self._transport.request("listLendingMarkets", "lendingMarkets", {})


class NetworkDocuments:
    "Documents of the namespace `network`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_deployment(self) -> Optional[GetDeployment]:
        "Shows chain ids and contract addresses of the active deployment."
        return self._transport.request("getDeployment", "deployment", {})

    def get_health(self) -> Optional[GetNetworkHealth]:
        "Shows the latest health of the oracle network."
        return self._transport.request("getNetworkHealth", "explorerHealth", {})

    def request_faucet(self, input: RequestFaucetInput) -> RequestFaucet:
        "Requests test USDC from the testnet faucet. It sends a transaction."
        return self._transport.request("requestFaucet", "requestFaucet", {"input": input})


class PortfoliosDocuments:
    "Documents of the namespace `portfolios`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def analyze(self, address: str, method: Optional[LedgerMethod] = None) -> AnalyzePortfolio:
        "Shows what a wallet earned without the effect of deposits, its annual rate of return, its realised and unrealised gains, and which assets it holds through its DTFs."
        return self._transport.request("analyzePortfolio", "portfolio", {"address": address, "method": method})

    def get_loans(self, address: str) -> GetLoans:
        "Shows the loans of a wallet against DTF shares: collateral, debt and health factor."
        return self._transport.request("getLoans", "portfolio", {"address": address})

    def get(self, address: str) -> GetPortfolio:
        "Shows what a wallet holds, its profit or loss, and its latest trades."
        return self._transport.request("getPortfolio", "portfolio", {"address": address})

    def stress(self, address: str, shocks: List[PriceShock]) -> StressPortfolio:
        "Shows what a wallet would be worth, and how its loans would stand, after changes of prices in percent, such as BTC down by 30 %."
        return self._transport.request("stressPortfolio", "portfolio", {"address": address, "shocks": shocks})


class PricesDocuments:
    "Documents of the namespace `prices`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, symbol: str) -> Optional[GetAsset]:
        "Shows the current price of an asset in USD, by ticker, and the DTFs that hold it."
        return self._transport.request("getAsset", "asset", {"symbol": symbol})

    def get_market_history(self, source: str, asset: str, from_: Optional[int] = None, to: Optional[int] = None) -> Optional[List[GetMarketHistory]]:
        "Shows the prices or values of an asset of a data source over time, ascending."
        return self._transport.request("getMarketHistory", "marketHistory", {"source": source, "asset": asset, "from": from_, "to": to})


class SimDocuments:
    "Documents of the namespace `sim`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def analyze(self, run_id: str, risk_free_pct: Optional[float] = None) -> Optional[List[Optional[AnalyzeBacktest]]]:
        "Shows how a finished backtest performed, by its run number: risk and return, monthly returns, worst drawdowns, comparison with Bitcoin, turnover, which coins contributed, and the receipt that proves the result."
        return self._transport.request("analyzeBacktest", "simulations", {"runId": run_id, "riskFreePct": risk_free_pct})

    def judges(self, runs: List[str], split: Optional[float] = None) -> Optional[JudgeBacktests]:
        "Tells whether the best of several finished backtests (2 to 50 run numbers) is more than luck: Sharpe ratios in and out of sample, rank correlation, deflated Sharpe ratio, probability of overfitting, and the Sharpe ratio that the best would reach by chance."
        return self._transport.request("judgeBacktests", "simulationSelection", {"runs": runs, "split": split})

    def list_categories(self) -> Optional[List[ListSimulationCategories]]:
        "Lists the categories of coins that can be backtested."
        return self._transport.request("listSimulationCategories", "simulationCategories", {})

    def run(self, input: SimulationInput) -> Iterator[Union[RunBacktestSimulationFailure, RunBacktestSimulationProgress, RunBacktestSimulationResult]]:
        "Computes a backtest of an index strategy and reports its progress. The result has the statistics and at most 100 points of the NAV."
        return self._transport.stream("runBacktest", "simulation", {"input": input})

    def run_sweep(self, input: SweepInput) -> Iterator[Union[RunSweepSimulationFailure, RunSweepSweepDone, RunSweepSweepProgress, RunSweepSweepVariant, RunSweepSweepVariantFailure]]:
        "Computes many backtests that differ in one parameter and reports their progress. The result has the statistics of each variant."
        return self._transport.stream("runSweep", "sweep", {"input": input})


class VisionDocuments:
    "Documents of the namespace `vision`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def analyze_player(self, address: str, ticks: Optional[int] = None) -> Optional[AnalyzePlayer]:
        "Shows how a wallet plays the prediction market, from revealed ticks alone: profit by tick and by batch, win rate, forfeits and accuracy by source and by market."
        return self._transport.request("analyzePlayer", "predictionPlayer", {"address": address, "ticks": ticks})

    def get(self, id: str) -> Optional[GetBatch]:
        "Shows one batch of the prediction market with its next tick and its players."
        return self._transport.request("getBatch", "batch", {"id": id})

    def get_player(self, batch_id: str, address: str) -> Optional[GetPlayer]:
        "Shows a player of a batch: stake, balance, and the signed proof with which the winnings can be claimed."
        return self._transport.request("getPlayer", "batch", {"batchId": batch_id, "address": address})

    def list(self, first: Optional[int] = None) -> Optional[ListBatches]:
        "Lists the batches of the prediction market, the newest first."
        return self._transport.request("listBatches", "batches", {"first": first})

    def replay(self, batch_id: str, bitmap: Optional[str] = None, rule: Optional[ReplayRule] = None, from_: Optional[int] = None, to: Optional[int] = None, stake_per_tick: Optional[str] = None) -> Optional[ReplayBitmap]:
        "Shows what predictions would have earned on the real, revealed ticks of a batch, with their stake added to the real pools: profit by tick and in total, fee and win rate. Give a bitmap, or a rule such as MOMENTUM. Amounts are USDC wei."
        return self._transport.request("replayBitmap", "replayBitmap", {"batchId": batch_id, "bitmap": bitmap, "rule": rule, "from": from_, "to": to, "stakePerTick": stake_per_tick})

    def submit(self, input: SubmitBitmapInput) -> SubmitBitmap:
        "Submits the bitmap of a player to all oracles of the prediction market. Submitting the same again changes nothing."
        return self._transport.request("submitBitmap", "submitBitmap", {"input": input})
