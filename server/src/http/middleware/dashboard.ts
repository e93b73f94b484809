import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Reply } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import { send } from '../server/reply.ts';
import type { Middleware } from '../server/request-context.ts';
import { createSharedDocument } from '../server/shared-document.ts';

/** The build of packages/dashboard, next to `src` and `dist`. */
const dashboardFolder = new URL('../../../dashboard/', import.meta.url);

const types: Partial<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing is loaded from another host, and a page runs only its own files. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const yearSeconds = 31_536_000;

type Document = (ifNoneMatch: string | undefined) => Reply;

/** Redirects browsers from the address of the server to its pages. Programs that request `/` get the usual 404. */
export function toDashboard(): Middleware {
  return ({ method, path, headers }, response, next) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const isPage = path === '/app' || (path === '/' && headers.accept?.includes('text/html'));
    if (!isRead || !isPage) return next();
    send(response, { status: 302, headers: { Location: '/app/', Vary: 'Accept' } }, undefined, 0);
  };
}

/**
 * Serves the web pages when it is mounted at `/app/`. Every path that is not a file returns the same page, whose script
 * reads the path. Files are kept in memory after the first request. A stream would keep a file open for each response
 * that its client does not read.
 */
export function dashboard(folder = dashboardFolder): Middleware {
  const names = listNames(folder);
  const kept = new Map<string, Promise<Document>>();
  const read = (name: string): Promise<Document> => {
    const found = kept.get(name) ?? readDocument(folder, name);
    kept.set(name, found);
    found.catch(() => kept.delete(name));
    return found;
  };
  return async ({ method, path, headers }, response) => {
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpProblem('method_not_allowed', 'This path supports only GET, HEAD.', {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    if (!names.has('index.html')) {
      throw new HttpProblem(
        'not_found',
        'The dashboard is not built. Run "npm start" or "npm run build" in a checkout.',
      );
    }
    const wanted = path.slice(1);
    if (wanted.startsWith('assets/') && !names.has(wanted)) {
      throw new HttpProblem('not_found', 'Unknown file. Reload the page: the dashboard may have been updated.');
    }
    const name = names.has(wanted) && !wanted.endsWith('.gz') ? wanted : 'index.html';
    const isSmall = names.has(`${name}.gz`) && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    const document = await read(isSmall ? `${name}.gz` : name);
    const reply = document(headers['if-none-match']);
    const content = reply.text?.content;
    send(response, reply, content, content?.length ?? 0);
  };
}

/** Only these names are ever read, so no path leads out of the folder. */
function listNames(folder: URL): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  return new Set(readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')));
}

async function readDocument(folder: URL, name: string): Promise<Document> {
  const isSmall = name.endsWith('.gz');
  const plainName = isSmall ? name.slice(0, -'.gz'.length) : name;
  // The names of files under assets/ contain a hash of their content.
  const isHashed = name.startsWith('assets/');
  const document = createSharedDocument(await readFile(new URL(name, folder)), {
    type: types[extname(plainName)] ?? 'application/octet-stream',
    maxAgeSeconds: isHashed ? yearSeconds : 0,
  });
  const own = {
    'Cache-Control': isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
    'Content-Security-Policy': policy,
    Vary: 'Accept-Encoding',
    ...(isSmall && { 'Content-Encoding': 'gzip' }),
  };
  return (ifNoneMatch) => {
    const reply = document(ifNoneMatch);
    return { ...reply, headers: { ...reply.headers, ...own } };
  };
}
