import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';
import { readRequestsSearch } from './requests-search.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/requests',
  validateSearch: readRequestsSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
