import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { send } from '../server/reply.ts';
import type { Middleware } from '../server/request-context.ts';
import { createSharedDocument } from '../server/shared-document.ts';

export const docsFolder = new URL('../../generated/docs/', import.meta.url);

const types: Partial<Record<string, string>> = { '.js': 'text/javascript; charset=utf-8' };

/**
 * Serves the scripts of the reference page when it is mounted at `/docs/`. It passes on all other requests. The files
 * are kept in memory: a stream would keep a file open for each response that its client does not read.
 */
export function docsAssets(): Middleware {
  // The page itself is an operation with its own headers.
  const names = readdirSync(docsFolder).filter((name) => name !== 'index.html');
  const assets = new Map(names.map((name) => [`/${name}`, readAsset(name)]));
  return ({ method, path, headers }, response, next) => {
    const asset = method === 'GET' || method === 'HEAD' ? assets.get(path) : undefined;
    if (!asset) return next();
    const reply = asset(headers['if-none-match']);
    const content = reply.text?.content;
    send(response, reply, content, content?.length ?? 0);
  };
}

function readAsset(name: string) {
  const type = types[extname(name)] ?? 'text/plain; charset=utf-8';
  return createSharedDocument(readFileSync(new URL(name, docsFolder)), { type, maxAgeSeconds: 3_600 });
}
