import { parseJson } from '../../api/parse-json.ts';
import type { Middleware } from '../server/request-context.ts';

/** Turns the bytes of the body into the value that the contract describes. */
export const parseBody: Middleware = (request, _response, next) => {
  request.body = parseJson(request.body);
  next();
};
