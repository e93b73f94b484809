import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
}).lazy(() => import('./page.tsx').then(({ page }) => page));
