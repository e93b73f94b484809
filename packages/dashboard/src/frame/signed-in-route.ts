import { AuthenticationError } from '@mnema/sdk';
import { createRoute, redirect } from '@tanstack/react-router';
import { accountQuery } from '../api/account.ts';
import { queryClient } from '../api/query-client.ts';
import { Frame } from './frame.tsx';
import { LoadError } from './load-error.tsx';
import { rootRoute } from './root-route.ts';

/** The parent of all pages that need an account. Without a session it leads to the sign-in, and back from there. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Frame,
  errorComponent: LoadError,
  async beforeLoad({ location }) {
    try {
      await queryClient.ensureQueryData(accountQuery);
    } catch (error) {
      if (!AuthenticationError.is(error)) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
});
