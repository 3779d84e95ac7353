import type { PublicMessages } from '../../upstreams/index.ts';

/** Error messages of the upstreams of this domain that clients may see. */
export const lendingPublicMessages: PublicMessages = {
  parameters: ['address', 'user'],
  messages: ['no lending market for this DTF', 'there is no lending here'],
};
