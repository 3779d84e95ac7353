import { messageParts, type PublicMessages } from '../../upstreams/index.ts';

const { hex } = messageParts;

/** Error messages of the upstreams of this domain that clients may see. */
export const dtfPublicMessages: PublicMessages = {
  parameters: ['itp_id', 'range', 'levels'],
  things: ['DTF'],
  messages: [`no (?:DTF|itp) with id ${hex}`],
};
