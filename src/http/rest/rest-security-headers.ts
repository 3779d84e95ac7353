import type { ServerResponse } from 'node:http';
import { corsHeaders } from '../response/cors.ts';
import {
  createFormattedHeaders,
  type FormattedHeaders,
  setResponseHeaders,
} from '../response/header-list.ts';
import { createHelmetHeaders } from '../response/helmet-headers.ts';

/** Headers of every REST response: helmet's, and CORS for any origin. */
export const restSecurityHeaders: FormattedHeaders = createFormattedHeaders([
  ...createHelmetHeaders({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
  ...corsHeaders,
]);

/** Sets the REST headers on a response of node; encoded bodies have them in their head already. */
export function setRestSecurityHeaders(response: ServerResponse): void {
  setResponseHeaders(response, restSecurityHeaders.list);
}
