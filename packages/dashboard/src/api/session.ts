import type { Problem } from '@mnema/sdk';

/** The email address or the phone number of an account with its password, or the code of a link. */
export type Credentials = { email: string; password: string } | { phone: string; password: string } | { code: string };

/** The server has rejected a sign-in. */
export class SignInError extends Error {
  readonly problem: Problem | undefined;

  constructor(message: string, problem?: Problem) {
    super(message);
    this.problem = problem;
  }
}

/** The calls of web pages alone, which the client does not have: those that set and remove the cookie. */
async function callSession(method: 'POST' | 'DELETE', body?: Credentials): Promise<void> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  const response = await fetch('/auth/session', init);
  if (response.ok) return;
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined; // a proxy may answer with HTML
  throw new SignInError(problem?.detail ?? `${response.status} ${response.statusText}`, problem);
}

/** Signs in: the browser has the cookie from now on. @throws {SignInError} */
export const signIn = (credentials: Credentials): Promise<void> => callSession('POST', credentials);

/** Signs out and removes the cookie. @throws {SignInError} */
export const signOut = (): Promise<void> => callSession('DELETE');
