import type { ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type HeaderBlock, headerBlock, setHeaders } from '../answers/headers.ts';
import { openToPages } from '../answers/open-to-pages.ts';

/** What every answer of the REST door says: helmet's headers, and that any page may read it. */
export const restHeaders: HeaderBlock = headerBlock([...helmetHeaders(), ...openToPages]);

/** Puts the headers of the REST door on a response that is not one of its encoded answers. */
export function setRestHeaders(response: ServerResponse): void {
  setHeaders(response, restHeaders.list);
}

/** Helmet's headers do not depend on the request, so it is run once, on a response that takes notes. */
function helmetHeaders(): readonly string[] {
  const noted: string[] = [];
  const notebook = {
    setHeader: (name: string, value: string) => void noted.push(name, value),
    removeHeader: () => {},
  };
  const put = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  put({} as never, notebook as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return noted;
}
