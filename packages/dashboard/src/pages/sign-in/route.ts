import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../frame/root-route.ts';

export interface SignInSearch {
  /** The page to open afterwards. */
  next?: string;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): SignInSearch =>
    // Only a path of these pages: a link must not lead to another site.
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
}).lazy(() => import('./page.tsx').then(({ page }) => page));
