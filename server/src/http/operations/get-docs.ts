import type { Handler } from '../../api/operation-types.ts';
import { docsPage } from '../server/docs.ts';

export function getDocsHandler(): Handler<'getDocs'> {
  return async () => ({ status: 200, ...docsPage() });
}
