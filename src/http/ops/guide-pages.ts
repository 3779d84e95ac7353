import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { lazy } from '../../lib/lazy-properties.ts';
import { resolveProjectFile } from '../../lib/project-files.ts';
import { toResponse } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';

const folder = resolveProjectFile('docs');

/** Returns the names of the pages of `docs/`, without `.md`; empty if the folder is not installed. */
export const listGuidePages = lazy((): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => name.slice(0, -'.md'.length))
        .sort()
    : [],
);

/** Returns the Markdown of a page of `docs/`; null when it is none of the list. */
export async function readGuidePage(page: string): Promise<string | null> {
  return listGuidePages().includes(page) ? readFile(join(folder, `${page}.md`), 'utf8') : null;
}

/**
 * Creates the router of `/llms.txt`, which tells language models what this is, and of the pages of
 * `docs/` that it links to.
 *
 * @param refuseMethod - Responds to all methods but GET and HEAD.
 */
export function createGuidePages(refuseMethod: RequestHandler): Router {
  const router = Router();
  const serve = (path: string, type: string, read: () => Promise<string>) => {
    const load = lazy(async () =>
      toResponse(await read(), {
        headers: {
          'Content-Type': `${type}; charset=utf-8`,
          'Access-Control-Allow-Origin': '*',
          'Cache-Control': 'public, max-age=600',
        },
      }),
    );
    router.get(path, async (request, response) => {
      await sendResponse(request, response, await load());
    });
    router.all(path, refuseMethod);
  };
  if (existsSync(join(folder, 'llms.txt'))) {
    serve('/llms.txt', 'text/plain', () => readFile(join(folder, 'llms.txt'), 'utf8'));
  }
  for (const page of listGuidePages()) {
    serve(`/docs/${page}.md`, 'text/markdown', () => readFile(join(folder, `${page}.md`), 'utf8'));
  }
  return router;
}
