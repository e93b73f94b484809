import type { Operation } from '../../api/contract.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { Middleware } from '../server/request-context.ts';

/** Rejects the methods that a path of the contract does not take; it stands behind those that it takes. */
export function methodNotAllowed(offered: readonly Operation[]): Middleware {
  const allowed = offered.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return () => {
    throw new HttpProblem('method_not_allowed', `This path takes ${allowed}.`, { headers: { Allow: allowed } });
  };
}
