import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { namesTag } from '../../api/headers.ts';
import type { Reply } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import { send } from '../server/reply.ts';
import type { Middleware } from '../server/request-context.ts';

export const docsFolder = new URL('../../generated/docs/', import.meta.url);
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

type Document = (ifNoneMatch: string | undefined) => Reply;

/**
 * Returns the reply for a document that all responses share, so that slow clients keep no copies in memory. A stream
 * would keep a file open for each response that its client does not read.
 */
export function createSharedDocument(type: string, content: Buffer, own: Record<string, string>): Document {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  const headers = { ETag: etag, ...own };
  const text = { type, content };
  return (ifNoneMatch) => (namesTag(ifNoneMatch, etag) ? { status: 304, headers } : { status: 200, headers, text });
}

/** Serves the scripts of the reference page when it is mounted at `/docs/`. It passes on all other requests. */
export function docsAssets(): Middleware {
  // The page itself is an operation with its own headers.
  const names = readdirSync(docsFolder).filter((name) => name !== 'index.html');
  const assets = new Map(names.map((name) => [`/${name}`, readAsset(name)]));
  return ({ method, path, headers }, response, next) => {
    const asset = method === 'GET' || method === 'HEAD' ? assets.get(path) : undefined;
    if (!asset) return next();
    send(response, asset(headers['if-none-match']));
  };
}

function readAsset(name: string): Document {
  const type = extname(name) === '.js' ? 'text/javascript; charset=utf-8' : 'text/plain; charset=utf-8';
  const headers = { 'Cache-Control': 'public, max-age=3600' };
  return createSharedDocument(type, readFileSync(new URL(name, docsFolder)), headers);
}

/** Redirects browsers from the address of the server to its pages. Programs that request `/` get the usual 404. */
export const toDashboard: Middleware = ({ path, headers }, response, next) => {
  if (path === '/' && !headers.accept?.includes('text/html')) return next();
  send(response, { status: 302, headers: { Location: '/app/', Vary: 'Accept' } });
};

/**
 * Serves the web pages when it is mounted at `/app/`. Every path that is not a file returns the same page, whose script
 * reads the path. Files are kept in memory after the first request.
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
    send(response, document(headers['if-none-match']));
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
  return createSharedDocument(
    types[extname(plainName)] ?? 'application/octet-stream',
    await readFile(new URL(name, folder)),
    {
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Encoding',
      ...(isSmall && { 'Content-Encoding': 'gzip' }),
    },
  );
}
