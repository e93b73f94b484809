import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

export const docsFolder = new URL('../../generated/docs/', import.meta.url);

/** Serves the scripts of the reference page when it is mounted at `/docs/`. It passes on all other requests. */
export function docsAssets(): RequestHandler {
  const serve = express.static(fileURLToPath(docsFolder), { index: false, redirect: false, maxAge: '1h' });
  // The page itself is an operation with headers of its own.
  const files = new Set(readdirSync(docsFolder).filter((name) => name !== 'index.html'));
  return (request, response, next) => {
    if (files.has(request.path.slice(1))) serve(request, response, next);
    else next();
  };
}
