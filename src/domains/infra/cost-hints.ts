import { type CostHints, listLengthByArgumentValue } from '../../graphql/cost/cost-hints.ts';
import { servedDeploymentFileNames } from './schema.ts';

const polls = { H1: 60, H6: 360, H24: 1440, D7: 2000, D30: 2000 };

/** Sizes for the cost estimate of GraphQL operations. */
export const infraCostHints: CostHints = {
  listLengths: {
    'DeployedContracts.all': 100,
    'ExplorerHealth.history': listLengthByArgumentValue('range', polls, 2000),
    'FaucetUserError.field': 4,
    'Gateway.upstreams': 30,
    'Query.deployments': servedDeploymentFileNames.length,
    'RequestFaucetPayload.userErrors': 2,
  },
  objectWeights: {
    NetworkHealth: 0.05,
  },
  leafBytes: {
    'FaucetGas.error': 1000,
    'FaucetUserError.message': 1000,
  },
};
