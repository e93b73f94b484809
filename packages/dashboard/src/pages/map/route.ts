import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';
import { readMapSearch } from './map-search.ts';

export const mapRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/map',
  validateSearch: readMapSearch,
}).lazy(() => import('./page.tsx').then(({ page }) => page));
