import { HttpProblem } from '../../api/problem.ts';
import type { Middleware } from '../server/request-context.ts';

/** Rejects a path that the contract does not have. */
export const notFound: Middleware = () => {
  throw nothingHere();
};

export function nothingHere(): HttpProblem {
  return new HttpProblem('not_found', 'There is nothing at this path. GET /openapi.json lists what there is.');
}
