import type { ServerResponse } from 'node:http';
import { corsHeaders } from '../response/cors.ts';
import {
  createHeaderBlock,
  type HeaderBlock,
  setResponseHeaders,
} from '../response/header-list.ts';
import { helmetHeaders } from '../response/helmet-headers.ts';

/** What every answer of the REST door says: helmet's headers, and that any page may read it. */
export const restHeaders: HeaderBlock = createHeaderBlock([
  ...helmetHeaders({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
  ...corsHeaders,
]);

/** Puts the headers of the REST door on a response that is not one of its encoded answers. */
export function setRestHeaders(response: ServerResponse): void {
  setResponseHeaders(response, restHeaders.list);
}
