import {
  type CostHints,
  estimatedLongNameBytes,
  estimatedTextBytes,
  type MaxListLength,
  maxTimeWindowPoints,
  maxUrlBytes,
} from '../../graphql/cost/cost-hints.ts';
import { maxBatchPriceDays } from './batch-price-history.ts';

/** Upper bound of the JSON of a bitmap in hex, bytes: `maxBitmapBytes` is 32,000. */
const maxBitmapLength = 64_010;

/** Points of a market of a batch: one per 5 minutes of the requested days (at most 7 days). */
const pricePoints: MaxListLength = ({ read }) => {
  const days = read('days');
  return (
    288 *
    (typeof days === 'number' && days >= 1 && days < maxBatchPriceDays ? days : maxBatchPriceDays)
  );
};

/** Sizes for the cost estimate of GraphQL operations. */
export const visionCostHints: CostHints = {
  listLengths: {
    'BatchConfig.markets': 8192,
    'BatchMarketEdge.prices': pricePoints,
    'BatchStatistics.markets': 8192,
    'BitmapBacktest.curve': 200,
    'DataSource.prefixes': 20,
    'MarketSnapshot.categories': 50,
    'PredictionPlayer.batches': 10,
    'PredictionPlayer.byMarket': 20,
    'PredictionPlayer.bySource': 10,
    'PredictionPlayer.ticks': 500,
    'PredictionMarket.history': maxTimeWindowPoints,
    'Query.sourceList': 100,
    'Replay.ticks': 50,
    'SourceAsset.history': maxTimeWindowPoints,
    'SubmitBitmapError.field': 4,
    'SubmitBitmapPayload.oracles': 20,
    'SubmitBitmapPayload.userErrors': 2,
    'TickReveal.bitmaps': 100,
  },
  objectWeights: {
    BatchConfigMarket: 0.01,
    BatchMetadata: 0.1,
    BatchMarketPoint: 0.01,
    BatchMarketStatistics: 0.01,
    // Each reads up to 50 reveals.
    BatchStatistics: 50,
    Replay: 50,
    ReplayTick: 0.01,
    MarketPools: 0.1,
    // Reads up to 100 states and 500 reveals.
    PredictionPlayer: 500,
    PlayedTick: 0.1,
    SourceAccuracy: 0.1,
    MarketAccuracy: 0.1,
    BitmapBacktestPoint: 0.01,
    MarketOutcome: 0.01,
    MarketOutcomeEdge: 0.01,
    Prediction: 0.01,
    PredictionEdge: 0.01,
    PredictionMarket: 0.1,
    SourceCategory: 0.01,
  },
  leafBytes: {
    'Batch.creatorName': estimatedTextBytes,
    'BatchMetadata.description': estimatedTextBytes,
    'BatchMetadata.image': maxUrlBytes,
    'BatchMetadata.name': estimatedTextBytes,
    'BatchMetadata.video': maxUrlBytes,
    'BatchMetadata.website': maxUrlBytes,
    'ClaimProof.signature': 400,
    'DataSource.description': 1000,
    'DataSource.logo': estimatedLongNameBytes,
    'EncodedBitmap.bitmap': maxBitmapLength,
    'OracleAnswer.error': 1000,
    'PredictionMarket.displayName': estimatedLongNameBytes,
    'RevealedBitmap.bitmap': maxBitmapLength,
    'SourceAsset.name': estimatedLongNameBytes,
    'SubmitBitmapError.message': 1000,
  },
};
