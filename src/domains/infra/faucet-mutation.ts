import type {
  FaucetUserError,
  RequestFaucetInput,
  RequestFaucetPayload,
} from '../../../generated/graphql/resolvers.ts';
import { parseParams } from '../../http/parse-params.ts';
import { GatewayError, InvalidInputError, RateLimitedError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import { toFaucetRequester } from './faucet/faucet-service.ts';
import type { InfraContext } from './loaders.ts';
import { faucetBodySchema } from './schema.ts';

function toUserError(error: GatewayError): FaucetUserError {
  const base = { message: error.message, field: null, retryAfter: null };
  if (error instanceof InvalidInputError) {
    const name = error.message.startsWith('amount') ? 'amount' : 'address';
    const code = name === 'amount' ? 'INVALID_AMOUNT' : 'INVALID_ADDRESS';
    return { ...base, code, field: ['input', name] };
  }
  if (error instanceof RateLimitedError) {
    return { ...base, code: 'RATE_LIMITED', retryAfter: error.retryAfter };
  }
  return { ...base, code: error.status === 503 ? 'NOT_CONFIGURED' : 'TRANSACTION_FAILED' };
}

/** Calls the faucet and returns every `GatewayError` as a user error; other errors are thrown. */
export async function requestFaucetMutation(
  input: RequestFaucetInput,
  context: InfraContext,
): Promise<RequestFaucetPayload> {
  try {
    const { address, amount, gas } = parseParams(faucetBodySchema, {
      address: parseIdOrKey('Portfolio', input.address, 'address'),
      ...(input.amount == null ? {} : { amount: input.amount }),
      ...(input.gas == null ? {} : { gas: input.gas }),
    });
    const request = { recipient: address, amount: BigInt(amount), wantsGas: gas };
    const result = await context.services.faucet.pay(request, toFaucetRequester(context));
    return { success: true, ...result, gas: result.gas ?? null, userErrors: [] };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const userErrors = [toUserError(error)];
    return { success: false, to: null, usdc: null, gas: null, userErrors };
  }
}
