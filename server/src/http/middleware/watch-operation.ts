import type { Operation } from '../../api/contract.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';

/** Records which operations are in progress, so that the watchdog can list them. */
export function watchOperation({ watchdog }: Pick<HttpServices, 'watchdog'>, { id }: Operation): Middleware[] {
  if (!watchdog) return [];
  const watch: Middleware = (_request, response, next) => {
    const { context } = response.locals;
    context.watch = (operation) => context.atEnd(watchdog.begin(operation));
    context.watch(id);
    next();
  };
  return [watch];
}
