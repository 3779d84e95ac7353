import type { ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type HeaderBlock, headerBlock } from '../answers/headers.ts';

/** What every answer of the REST door says: helmet's headers, and that any page may read it. */
export const restHeaders: HeaderBlock = headerBlock([
  ...helmetHeaders(),
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Age, X-Cache, X-Request-Id, Retry-After',
]);

/** Puts the headers of the REST door on a response that is not one of its encoded answers. */
export function setRestHeaders(response: ServerResponse): void {
  const { list } = restHeaders;
  for (let at = 0; at < list.length; at += 2) {
    response.setHeader(list[at] as string, list[at + 1] as string);
  }
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
