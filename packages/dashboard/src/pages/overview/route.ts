import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
