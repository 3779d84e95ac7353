import type { ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { HeaderList } from './header-list.ts';

/** Returns the headers that helmet sets on any response, recorded by a fake response. */
export function createHelmetHeaders(options: HelmetOptions): HeaderList {
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
