import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';

export interface ApiKeysSearch {
  /** The opened key. */
  id?: string;
}

export const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api-keys',
  validateSearch: ({ id }: Record<string, unknown>): ApiKeysSearch => (typeof id === 'string' ? { id } : {}),
}).lazy(() => import('./page.tsx').then(({ page }) => page));
