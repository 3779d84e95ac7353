"""Documents with the types of their variables and results. Generated from
`schema/operations/` by `npm run generate`."""

from typing import Any, Dict, Iterator, List, Literal, Optional, Protocol, Required, TypedDict, Union


class Transport(Protocol):
    "Sends a document by name and returns its root field."

    def request(self, name: str, field: str, variables: Dict[str, Any]) -> Any: ...

    def stream(self, name: str, field: str, variables: Dict[str, Any]) -> Iterator[Any]: ...


DOCUMENTS: Dict[str, str] = {
    "getAsset": "query getAsset($symbol:String!){asset(symbol:$symbol){symbol price heldBy{weight}}}",
    "getBatch": "query getBatch($id:ID!){batch(id:$id){batchId configHash marketCount tickDuration paused tvl playerCount nextTickAt players(first:20){edges{node{balance stakePerTick hasBitmap}}}}}",
    "getDeployment": "query getDeployment{deployment{file chainId settlementChainId contracts{index vision l3Usdc}}}",
    "getDtf": "query getDtf($id:ID!){dtf(id:$id){itpId name symbol aumUsd totalSupply nav{usd source}holdings{weight asset{symbol price}}navSeries(range:D30){timestamp nav}}}",
    "getLoans": "query getLoans($address:Address!){portfolio(address:$address){address lending{positions{collateral debt healthFactor state market{dtf{itpId symbol}}}}}}",
    "getMarketHistory": "query getMarketHistory($source:String!$asset:String!$from:UnixSeconds$to:UnixSeconds){marketHistory(source:$source asset:$asset from:$from to:$to){timestamp value}}",
    "getNetworkHealth": "query getNetworkHealth{explorerHealth{latest{polledAt quorumMet worstStatus totalPeers totalPeersHealthy}}}",
    "getPlayer": "query getPlayer($batchId:ID!$address:Address!){batch(id:$batchId){player(address:$address){balance stakePerTick startTick hasBitmap position{balance proof{fromTick toTick newBalance finalBalance signature referenceNonce signersBitmask}}}}}",
    "getPortfolio": "query getPortfolio($address:Address!){portfolio(address:$address){address totalValueUsd totalPnlUsd totalPnlPct positions{shares valueUsd pnlUsd dtf{itpId name symbol}}trades(first:10){edges{node{timestamp type totalUsd}}}}}",
    "listBatches": "query listBatches($first:Int=20){batches(first:$first){edges{node{batchId paused playerCount marketCount tvl tickDuration}}}}",
    "listDtfs": "query listDtfs($first:Int=20){dtfs(first:$first){totalCount edges{node{itpId name symbol navPerShareUsd aumUsd assetCount}}}}",
    "listLendingMarkets": "query listLendingMarkets{lendingMarkets{dtf{itpId symbol}totalSupply totalBorrow utilisation lltv}}",
    "listSimulationCategories": "query listSimulationCategories{simulationCategories{slug name coinCount}}",
    "requestFaucet": "mutation requestFaucet($input:RequestFaucetInput!){requestFaucet(input:$input){success to userErrors{message}}}",
    "runBacktest": "subscription runBacktest($input:SimulationInput!){simulation(input:$input){__typename ...on SimulationProgress{pct currentDate}...on SimulationResult{run{runId stats{totalReturnPct annualizedReturn maxDrawdownPct sharpeRatio totalFeesPct totalTrades startDate endDate}navSeries(maxPoints:100){date nav}}}...on SimulationFailure{message code}}}",
    "runSweep": "subscription runSweep($input:SweepInput!){sweep(input:$input){__typename ...on SweepProgress{pct variant}...on SweepVariant{variant}...on SweepVariantFailure{variant message}...on SweepDone{totalVariants variants{variant run{runId stats{totalReturnPct maxDrawdownPct sharpeRatio}}}}...on SimulationFailure{message code}}}",
    "submitBitmap": "mutation submitBitmap($input:SubmitBitmapInput!){submitBitmap(input:$input){accepted acceptedCount quorum oracles{oracle accepted error}userErrors{code message retryAfter}}}",
}


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

    def get_loans(self, address: str) -> GetLoans:
        "Shows the loans of a wallet against DTF shares: collateral, debt and health factor."
        return self._transport.request("getLoans", "portfolio", {"address": address})

    def get(self, address: str) -> GetPortfolio:
        "Shows what a wallet holds, its profit or loss, and its latest trades."
        return self._transport.request("getPortfolio", "portfolio", {"address": address})


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

    def get(self, id: str) -> Optional[GetBatch]:
        "Shows one batch of the prediction market with its next tick and its players."
        return self._transport.request("getBatch", "batch", {"id": id})

    def get_player(self, batch_id: str, address: str) -> Optional[GetPlayer]:
        "Shows a player of a batch: stake, balance, and the signed proof with which the winnings can be claimed."
        return self._transport.request("getPlayer", "batch", {"batchId": batch_id, "address": address})

    def list(self, first: Optional[int] = None) -> Optional[ListBatches]:
        "Lists the batches of the prediction market, the newest first."
        return self._transport.request("listBatches", "batches", {"first": first})

    def submit(self, input: SubmitBitmapInput) -> SubmitBitmap:
        "Submits the bitmap of a player to all oracles of the prediction market. Submitting the same again changes nothing."
        return self._transport.request("submitBitmap", "submitBitmap", {"input": input})
