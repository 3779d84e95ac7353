import { InvalidInputError } from '../lib/errors.ts';
import { parseIdOrKey } from '../lib/global-id.ts';
import { type Address, parseAddress } from '../lib/units.ts';

/** Parses an address, or the global id of a portfolio. @throws {InvalidInputError} it is neither. */
export function parseWallet(id: string, argument: string): Address {
  const address = parseAddress(parseIdOrKey('Portfolio', id, argument));
  if (address) return address;
  throw new InvalidInputError(
    `${argument} must be a global id of a portfolio, or 0x followed by 40 hex digits`,
  );
}
