import { apiKeysRoute } from './api-keys/route.ts';
import { connectRoute } from './connect/route.ts';
import { mapRoute } from './map/route.ts';
import { memoriesRoute } from './memories/route.ts';
import { overviewRoute } from './overview/route.ts';
import { requestsRoute } from './requests/route.ts';
import { settingsRoute } from './settings/route.ts';

export { signInRoute } from './sign-in/route.ts';

/** The pages of an account; each has one line here and one in `navigation.ts`. */
export const pageRoutes = [
  overviewRoute,
  memoriesRoute,
  mapRoute,
  requestsRoute,
  apiKeysRoute,
  connectRoute,
  settingsRoute,
];
