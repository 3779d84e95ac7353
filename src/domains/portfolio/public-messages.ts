import type { PublicMessages } from '../../upstreams/index.ts';

/** Error messages of the upstreams of this domain that clients may see. */
export const portfolioPublicMessages: PublicMessages = {
  parameters: ['address', 'user', 'days'],
  things: ['wallet'],
};
