import { GraphQLError } from 'graphql';
import type { ScalarDefinition } from '../../graphql/scalars.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { encodeGlobalId, parseIdOrKey } from '../../lib/global-id.ts';
import { parseAddress } from '../../lib/units.ts';
import { exampleWallet } from '../example-wallet.ts';

/** Parses an address, or the global id of the wallet's portfolio. */
function parseAddressInput(value: string): string | null {
  try {
    return parseAddress(parseIdOrKey('Portfolio', value, 'Address'));
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: error.code } });
  }
}
/** The scalar `Address`; clients may also name a wallet by the global id of its portfolio. */
export const addressScalar: ScalarDefinition = {
  name: 'Address',
  format: '0x followed by 40 hex digits, or a global id of Portfolio',
  range: 'exactly 20 bytes',
  examples: [exampleWallet, encodeGlobalId('Portfolio', exampleWallet)],
  invalid: '0xf39F',
  parse: (value) => (typeof value === 'string' ? parseAddressInput(value) : null),
  serialize: (value) => (typeof value === 'string' ? parseAddress(value) : null),
};
