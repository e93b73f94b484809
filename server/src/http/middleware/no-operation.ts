import type { Operation } from '../../api/contract.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { Middleware } from '../server/request-context.ts';

/** Rejects methods that a path of the contract does not have. It runs after the routes of the others. */
export function methodNotAllowed(offered: readonly Operation[]): Middleware {
  const allowed = offered.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new HttpProblem('method_not_allowed', `This path supports only ${allowed}.`, { headers: { Allow: allowed } });
  };
}

/** Rejects a path that the contract does not have. */
export const notFound: Middleware = () => {
  throw nothingHere();
};

export function nothingHere(): HttpProblem {
  return new HttpProblem('not_found', 'Unknown path. See /docs for the endpoints.');
}
