import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';
import type { Reply } from '../../api/operation-types.ts';

const folder = new URL('../../generated/docs/', import.meta.url);

/** Nothing may be loaded from another host; the reference renders styles of its own into the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function docsPage(): Pick<Reply, 'headers' | 'text'> {
  const content = readFileSync(new URL('index.html', folder), 'utf8');
  return { headers: { 'Content-Security-Policy': policy }, text: { type: 'text/html; charset=utf-8', content } };
}

export const docsAssetsPath = '/docs/';

/** The scripts of the reference page; a request for anything else is passed on. */
export function docsAssets(): RequestHandler {
  const serve = express.static(fileURLToPath(folder), { index: false, redirect: false, maxAge: '1h' });
  // The page itself is an operation, and has headers that a file has not.
  const files = new Set(readdirSync(folder).filter((name) => name !== 'index.html'));
  const assets = express.Router();
  assets.use(docsAssetsPath, (request, response, next) => {
    if (files.has(request.path.slice(1))) serve(request, response, next);
    else next();
  });
  return assets;
}
