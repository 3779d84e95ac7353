import { corsHeaders } from '../response/cors.ts';
import { createHelmetHeaders } from '../response/helmet-headers.ts';
import type { ResponseHeaders } from '../response/http-response.ts';

/** Headers of every REST response: helmet's, and CORS for any origin. */
export const restSecurityHeaders: ResponseHeaders = {
  ...createHelmetHeaders({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
  ...corsHeaders,
};
