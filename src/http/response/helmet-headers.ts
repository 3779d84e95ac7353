import type { ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { ResponseHeaders } from './http-response.ts';

/** Returns the headers that helmet sets on any response, recorded by a fake response. */
export function createHelmetHeaders(options: HelmetOptions): ResponseHeaders {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  const put = helmet(options);
  put({} as never, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
