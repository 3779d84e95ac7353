import { addressSchemaFormat } from '../../http/openapi-formats.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { createParsedTextSchema } from '../../lib/parse.ts';
import { type Address, parseAddress } from '../../lib/units.ts';
import { exampleWallet } from '../example-wallet.ts';

const address = (name: string) =>
  createParsedTextSchema(`${name} must be 0x followed by 40 hex digits`, parseAddress)
    .optional()
    .meta(addressSchemaFormat);

/** Query parameters for a wallet address; clients use either of the two names. */
export const accountQueryParams = {
  address: address('address').meta({
    description:
      'Wallet address, any case; the zero address stands for no wallet. Required, unless `user` is given',
    example: exampleWallet,
  }),
  user: address('user').meta({
    description: 'Another name of `address`; when both are given, they must be the same wallet',
  }),
};

/** Returns the wallet. @throws {InvalidInputError} neither parameter is given, or they differ. */
export function getAccountAddress(input: {
  readonly address?: Address | undefined;
  readonly user?: Address | undefined;
}): Address {
  const { address, user } = input;
  if (address !== undefined && user !== undefined && address !== user) {
    throw new InvalidInputError('address and user must be the same wallet when both are given');
  }
  const account = address ?? user;
  if (account === undefined) throw new InvalidInputError('address is required');
  return account;
}
