import { docsPage } from '../docs.ts';
import type { Handler } from '../operation-types.ts';

export function getDocsHandler(): Handler<'getDocs'> {
  return async () => ({ status: 200, ...docsPage() });
}
