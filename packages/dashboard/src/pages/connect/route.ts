import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';

export const connectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
