import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namesTag } from '../../api/headers.ts';
import type { Reply } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import { findOrAdd } from '../../lib/find-or-add.ts';
import { send } from '../server/reply.ts';
import type { Middleware } from '../server/request-context.ts';
import { closedPolicy } from './begin-request.ts';

export const docsFolder = new URL('../../generated/docs/', import.meta.url);
/** The build of packages/dashboard, next to `src` and `dist`. */
const dashboardFolder = new URL('../../../dashboard/', import.meta.url);

const types: Partial<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Nothing is loaded from another host, and a page runs only its own files. */
const pagePolicy = `script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; ${closedPolicy}`;

type Document = (ifNoneMatch: string | undefined) => Reply;

/** All responses share the content, so that slow clients keep neither copies in memory nor files open. */
export function createSharedDocument(type: string, content: Buffer, own: Record<string, string>): Document {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, ...own };
  const text = { type, content };
  return (ifNoneMatch) => (namesTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, text });
}

/** The files of a folder, which stay in memory. Only their names are ever read, so no path leads out of the folder. */
function createFiles(folder: URL, headersOf: (name: string) => Record<string, string>) {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = found.filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(fileURLToPath(folder), join(parentPath, name)));
  const kept = new Map<string, Document>();
  const load = (name: string) => {
    const type = types[extname(name.replace(/\.gz$/, ''))] ?? 'application/octet-stream';
    return createSharedDocument(type, readFileSync(new URL(name, folder)), headersOf(name));
  };
  return {
    names: new Set(names.map((name) => name.replaceAll('\\', '/'))),
    read: (name: string) => findOrAdd(kept, name, () => load(name)),
  };
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** Serves the scripts of the reference page when it is mounted at `/docs/`. It passes on all other requests. */
export function docsAssets(): Middleware {
  const { names, read } = createFiles(docsFolder, () => ({ 'Cache-Control': 'public, max-age=3600' }));
  // The page itself is an operation with its own headers.
  names.delete('index.html');
  return ({ method, path, headers }, response, next) => {
    const name = path.slice(1);
    if (!isRead(method) || !names.has(name)) return next();
    send(response, read(name)(headers['if-none-match']));
  };
}

/** Redirects browsers from the address of the server to its pages. Programs that request `/` get the usual 404. */
export const toDashboard: Middleware = ({ path, headers }, response, next) => {
  if (path === '/' && !headers.accept?.includes('text/html')) return next();
  send(response, { status: 302, headers: { Location: '/app/', Vary: 'Accept' } });
};

/** Serves the web pages at `/app/`. Every path that is not a file returns the same page, whose script reads the path. */
export function dashboard(folder = dashboardFolder): Middleware {
  const { names, read } = createFiles(folder, headersOfPage);
  return ({ method, path, headers }, response) => {
    if (!isRead(method)) {
      const allowed = { Allow: 'GET, HEAD' };
      throw new HttpProblem('method_not_allowed', 'This path supports only GET, HEAD.', { headers: allowed });
    }
    if (!names.has('index.html')) {
      const detail = 'The dashboard is not built. Run "npm start" or "npm run build" in a checkout.';
      throw new HttpProblem('not_found', detail);
    }
    const wanted = path.slice(1);
    if (wanted.startsWith('assets/') && !names.has(wanted)) {
      throw new HttpProblem('not_found', 'Unknown file. Reload the page: the dashboard may have been updated.');
    }
    const name = names.has(wanted) && !wanted.endsWith('.gz') ? wanted : 'index.html';
    const isSmall = names.has(`${name}.gz`) && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    send(response, read(isSmall ? `${name}.gz` : name)(headers['if-none-match']));
  };
}

/** The names of files under assets/ contain a hash of their content. */
function headersOfPage(name: string): Record<string, string> {
  return {
    'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Security-Policy': pagePolicy,
    Vary: 'Accept-Encoding',
    ...(name.endsWith('.gz') && { 'Content-Encoding': 'gzip' }),
  };
}
