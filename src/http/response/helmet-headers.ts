import type { ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { HeaderList } from './header-list.ts';

/**
 * Returns the headers that helmet sets, as a list. They do not depend on the request, so helmet
 * runs once, on a fake response that records them.
 */
export function helmetHeaders(options: HelmetOptions): HeaderList {
  const noted: string[] = [];
  const notebook = {
    setHeader: (name: string, value: string) => void noted.push(name, value),
    removeHeader: () => {},
  };
  const put = helmet(options);
  put({} as never, notebook as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return noted;
}
