import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';
import { readSearch } from './search-params.ts';

export const memoriesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/memories',
  validateSearch: readSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
