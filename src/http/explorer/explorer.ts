import type { RequestHandler } from 'express';
import type { Log } from '../../lib/log.ts';
import { createMediaTypeNegotiator } from '../accepted-media-types.ts';
import { sendMethodNotAllowed } from '../error-response.ts';
import { createHelmetHeaders } from '../response/helmet-headers.ts';
import { type HttpResponse, toResponse } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import { readStaticFiles } from './static-files.ts';

/** The handlers of the explorer, the web application. */
export type ExplorerFileHandlers = {
  readonly serve: RequestHandler;
  /** Answers a browser at a path that nothing else serves: a page with status 404. */
  readonly serveUnknown: RequestHandler;
  /** Path of the application's font; null without the application. */
  readonly fontPath: string | null;
};

/** Returns the file of the page at a path: `/items/10/notes` → `/items/[id]/notes.html`. */
const pageFile = (path: string): string =>
  `${path.replace(/\/$/, '').replace(/^(\/[^/]+)\/[^/]+(\/[^/]+)?$/, '$1/[id]$2')}.html`;

/** Returns the first segment of the path of a page; nothing for other files and for `/`. */
function pageSection(file: string): readonly string[] {
  const section = /^\/([^/.]+)(?:\/[^.]+)?\.html$/.exec(file)?.[1];
  return section === undefined || section === 'index' || section === 'not-found' ? [] : [section];
}

const preferredTypes = createMediaTypeNegotiator(['application/json', 'text/html']);

/** Whether a client prefers HTML to JSON; without an `Accept` header it does not. */
const prefersHtml = (accept: string | undefined): boolean =>
  preferredTypes(accept)[0] === 'text/html';

const pageHeaders = createHelmetHeaders({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'font-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
});

/**
 * Creates the handlers of the explorer, a web application of static files, which are read once, now.
 * It serves files below `/assets/`, the first page at `/`, and the other pages at their paths, with
 * `not-found.html` for pages that do not exist. At `/`, clients that do not accept HTML get links
 * to the APIs as JSON, and at `/api` all clients do.
 *
 * @param options.folder - The built application; null leaves the application out.
 */
export function createExplorerFileHandler(options: {
  readonly folder: string | null;
  readonly log: Log;
}): ExplorerFileHandlers {
  const { folder, log } = options;
  const files = folder === null ? null : readStaticFiles(folder, pageHeaders);
  if (folder !== null && files === null) {
    log.info('the explorer is not built and is left out: npm run build');
  }
  const firstPage = files?.get('/index.html') ?? null;
  /** First segments of the paths that have pages. */
  const sections = new Set([...(files?.keys() ?? [])].flatMap(pageSection));
  const links = toResponse(
    JSON.stringify({
      graphql: '/graphql',
      docs: '/docs',
      openapi: '/openapi.json',
      rest: '/api',
      explorer: firstPage === null ? null : '/',
    }),
    {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Access-Control-Allow-Origin': '*',
        'Cache-Control': 'public, max-age=60',
      },
      vary: 'Accept',
    },
  );

  const notFound = files?.get('/not-found.html');
  const find = (path: string, accept: string | undefined): HttpResponse | undefined => {
    if (/^\/api\/?$/.test(path)) return links;
    if (path === '/') return prefersHtml(accept) ? (firstPage ?? links) : links;
    if (sections.has(path.split('/', 2)[1] ?? '')) return files?.get(pageFile(path)) ?? notFound;
    return path.startsWith('/assets/') ? files?.get(path) : undefined;
  };

  const fontPath = [...(files?.keys() ?? [])].find((path) => path.endsWith('.woff2')) ?? null;
  return {
    fontPath,
    serve: (request, response, next) => {
      const { url, method } = request;
      const [path = '/'] = url.split('?', 1);
      const found = find(path, request.headers.accept);
      if (found === undefined) next();
      else if (method === 'GET' || method === 'HEAD') void sendResponse(request, response, found);
      else sendMethodNotAllowed(response, 'GET, HEAD');
    },
    serveUnknown: ({ method, headers }, response, next) => {
      const isRead = method === 'GET' || method === 'HEAD';
      if (notFound === undefined || !isRead || !prefersHtml(headers.accept)) next();
      else void sendResponse(response.req, response, { ...notFound, status: 404 });
    },
  };
}
