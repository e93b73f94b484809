import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorClassOf } from './error-class-of.ts';

const contract = JSON.parse(
  readFileSync(new URL('../../../../server/src/generated/openapi.json', import.meta.url), 'utf8'),
);
const codes: string[] = contract.components.schemas.Problem.properties.code['x-extensible-enum'];

describe('the class of an error', () => {
  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [405, 'APIError'],
    [408, 'APIError'],
    [409, 'ConflictError'],
    [412, 'PreconditionFailedError'],
    [413, 'PayloadTooLargeError'],
    [418, 'APIError'],
    [422, 'APIError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
    [502, 'InternalServerError'],
    [503, 'ServiceUnavailableError'],
    [302, 'APIError'],
  ])(
    'with the status %d is %s, also without a code, with a newer one or with that of another status',
    (status, name) => {
      for (const code of [null, 'newer', status === 429 ? 'sensitive_content' : 'quota_exceeded'])
        expect(errorClassOf(status, code).name).toBe(name);
    },
  );

  it.each([
    [403, 'plan_limit_reached', 'PlanLimitError'],
    [422, 'sensitive_content', 'SensitiveContentError'],
    [429, 'quota_exceeded', 'QuotaExceededError'],
  ])('with the status %d and the code %s of the contract is %s', (status, code, name) => {
    expect(codes).toContain(code);
    expect(errorClassOf(status, code).name).toBe(name);
  });
});
