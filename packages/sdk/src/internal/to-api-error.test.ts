import { describe, expect, it } from 'vitest';
import { Mnema } from '../client.ts';
import { type APIError, NotFoundError } from '../errors.ts';

function errorOf(contentType: string | undefined, text: string): Promise<APIError> {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  const fetch = async () => new Response(new TextEncoder().encode(text), { status: 404, headers });
  return new Mnema({ apiKey: 'mnk_1', fetch }).usage().then(
    () => expect.unreachable(),
    (error: APIError) => error,
  );
}

describe('the error of a response', () => {
  it.each(['application/problem+json', 'text/plain', 'application/json; charset="x; y', '', undefined])(
    'has the code of its problem document under the content type %j',
    async (contentType) => {
      const error = await errorOf(contentType, '{"code": "not_found", "detail": "gone"}');
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error.detail).toBe('gone');
    },
  );

  it.each(['<p>Sorry</p>', '["code"]', '"code"', 'null', '{"code": 404}', '{"detail": "gone"}', ''])(
    'has no code when %j is all that came',
    async (text) => {
      expect(await errorOf('application/problem+json', text)).toMatchObject({
        code: null,
        detail: null,
        problem: null,
      });
    },
  );
});
