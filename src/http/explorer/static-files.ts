import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createPrecompressedBody, type EncodedBody } from '../response/encoded-body.ts';
import type { FormattedHeaders } from '../response/header-list.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Files with a hash of their content in their name never change. */
const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';

/**
 * Reads the files of a built web application, each with its `.br` and `.gz` variants. Keys are URL
 * paths. Returns null if the folder holds no `index.html`.
 *
 * @param shared - Response headers of every file.
 */
export function readStaticFiles(
  folder: string,
  shared: FormattedHeaders,
): ReadonlyMap<string, EncodedBody> | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = new Map<string, EncodedBody>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const contentType = contentTypes[extname(name)];
    const path = join(folder, name);
    if (contentType === undefined || !statSync(path).isFile()) continue;
    const read = (suffix: string) =>
      existsSync(path + suffix) ? readFileSync(path + suffix) : undefined;
    const isPage = extname(name) === '.html';
    const body = createPrecompressedBody(
      { identity: readFileSync(path), br: read('.br'), gzip: read('.gz') },
      {
        shared,
        contentType,
        cacheControl: isPage ? revalidated : immutable,
        ...(isPage ? { vary: 'Accept' } : {}),
      },
    );
    files.set(`/${name.split('\\').join('/')}`, body);
  }
  return files;
}
