import { createRouter } from '@tanstack/react-router';
import { accountQuery } from '../api/account.ts';
import { forgetAccount, queryClient, whenSessionEnds } from '../api/query-client.ts';
import { pageRoutes, signInRoute } from '../pages/routes.ts';
import { addToast } from '../parts/toasts.ts';
import { texts } from '../texts/texts.ts';
import { LoadError } from './load-error.tsx';
import { NotFound } from './not-found.tsx';
import { rootRoute } from './root-route.ts';
import { signedInRoute } from './signed-in-route.ts';

export const router = createRouter({
  basepath: '/app',
  routeTree: rootRoute.addChildren([signInRoute, signedInRoute.addChildren(pageRoutes)]),
  defaultErrorComponent: LoadError,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

whenSessionEnds(() => {
  // At the first load the route itself leads to the sign-in.
  if (queryClient.getQueryData(accountQuery.queryKey) === undefined) return;
  const next = router.state.location.href;
  forgetAccount();
  addToast({ text: texts.common.sessionEnded });
  void router.navigate({ to: '/sign-in', search: { next } });
});
