import { readFileSync } from 'node:fs';
import type { Handler } from '../../api/operation-types.ts';
import { docsFolder } from '../middleware/docs-assets.ts';

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

export function getDocsHandler(): Handler<'getDocs'> {
  return async () => ({
    status: 200,
    headers: { 'Content-Security-Policy': policy },
    text: {
      type: 'text/html; charset=utf-8',
      content: readFileSync(new URL('index.html', docsFolder), 'utf8'),
    },
  });
}
