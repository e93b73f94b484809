import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../errors.ts';
import { toApiError } from './to-api-error.ts';

const errorOf = (contentType: string | undefined, text: string) =>
  toApiError(
    { status: 404, headers: new Headers(contentType === undefined ? {} : { 'content-type': contentType }), text },
    'GET /usage',
    1,
    null,
  );

describe('the error of a response', () => {
  it.each(['application/problem+json', 'text/plain', 'application/json; charset="x; y', '', undefined])(
    'has the code of its problem document under the content type %j',
    (contentType) => {
      const error = errorOf(contentType, '{"code": "not_found", "detail": "gone"}');
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error.detail).toBe('gone');
    },
  );

  it.each(['<p>Sorry</p>', '["code"]', '"code"', 'null', '{"code": 404}', '{"detail": "gone"}', ''])(
    'has no code when %j is all that came',
    (text) => {
      expect(errorOf('application/problem+json', text)).toMatchObject({ code: null, detail: null, problem: null });
    },
  );
});
