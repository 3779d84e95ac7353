import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type HttpResponse, type ResponseHeaders, toResponse } from '../response/http-response.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

const assetHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Files with a hash of their content in their name never change. */
const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';

/**
 * Reads the files of a built web application, each with its `.br` and `.gz` variants. Keys are URL
 * paths. Returns null if the folder holds no `index.html`.
 *
 * @param pageHeaders - Response headers of pages; other files have fewer, since each is sent.
 */
export function readStaticFiles(
  folder: string,
  pageHeaders: ResponseHeaders,
): ReadonlyMap<string, HttpResponse> | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, HttpResponse>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const contentType = contentTypes[extname(name)];
    const path = join(folder, name);
    if (contentType === undefined || !statSync(path).isFile()) continue;
    const read = (suffix: string) =>
      existsSync(path + suffix) ? readFileSync(path + suffix) : undefined;
    const isPage = extname(name) === '.html';
    const identity = readFileSync(path);
    const cacheControl = isPage ? revalidated : immutable;
    const shared = isPage ? pageHeaders : assetHeaders;
    const headers = { 'Content-Type': contentType, ...shared, 'Cache-Control': cacheControl };
    const file = toResponse([identity], { headers, ...(isPage ? { vary: 'Accept' } : {}) });
    const compressed = { br: read('.br') ?? file.body, gzip: read('.gz') ?? file.body };
    files.set(`/${name.split('\\').join('/')}`, { ...file, compressed });
  }
  return files;
}
