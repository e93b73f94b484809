import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../frame/signed-in-route.ts';

export interface SettingsSearch {
  /** The webhook that is open. */
  webhook?: string;
}

export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  validateSearch: ({ webhook }: Record<string, unknown>): SettingsSearch =>
    typeof webhook === 'string' ? { webhook } : {},
}).lazy(() => import('./page.tsx').then(({ page }) => page));
