import type { HttpServices } from '../../api/services.ts';
import type { Middleware } from '../server/request-context.ts';
import { readSessionCookie, requireOwnOrigin } from '../server/session-cookie.ts';

/** Rejects a sign-in from a page of another origin, because it could sign people in to another account. */
export function checkSessionOrigin({ publicUrl }: Pick<HttpServices, 'publicUrl'>): Middleware {
  return (request, _response, next) => {
    readSessionCookie(request, publicUrl);
    if (request.headers.origin !== undefined) requireOwnOrigin(request, publicUrl);
    next();
  };
}
