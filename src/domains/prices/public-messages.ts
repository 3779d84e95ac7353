import type { PublicMessages } from '../../upstreams/index.ts';

/** Error messages of the upstreams of this domain that clients may see. */
export const pricesPublicMessages: PublicMessages = {
  parameters: ['asset', 'symbol', 'symbols', 'at', 'source', 'from', 'to', 'interval'],
  things: ['asset', 'source'],
  messages: [
    'no symbols given',
    String.raw`(?:asset|source) [\w-]{1,64} has no (?:price|such asset)`,
    String.raw`no price of [\w-]{1,64} near that time`,
  ],
};
