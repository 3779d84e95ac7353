import type { ServerResponse } from 'node:http';
import { type HeaderBlock, headerBlock, setHeaders } from '../answers/headers.ts';
import { helmetHeaders } from '../answers/helmet-headers.ts';
import { openToPages } from '../answers/open-to-pages.ts';

/** What every answer of the REST door says: helmet's headers, and that any page may read it. */
export const restHeaders: HeaderBlock = headerBlock([
  ...helmetHeaders({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  }),
  ...openToPages,
]);

/** Puts the headers of the REST door on a response that is not one of its encoded answers. */
export function setRestHeaders(response: ServerResponse): void {
  setHeaders(response, restHeaders.list);
}
