import { expect } from 'vitest';
import { createSignInCode } from '../../../src/domain/accounts/sessions.ts';
import { describeResponses } from '../describe-responses.ts';
import {
  succeed,
  withBug,
  withForeignHost,
  withLargeBody,
  withPlainText,
  withStoreAway,
  withUnknownParameter,
} from '../provocations.ts';

describeResponses('createSession', {
  '204: a cookie': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '400: a code together with an email and a password, or an email alone': async (call, apps) => {
    const app = await apps.open();
    const { email, password } = app.first;
    const alone = await app.call({ ...call, body: { email } });
    const message = 'needs exactly one of email with password; or phone with password; or code';
    expect(alone.body.errors).toEqual([{ path: '/body', message }]);
    return app.call({ ...call, body: { email, password, code: 'mno_x' } });
  },
  '401: the code of a link that was used': async (call, apps) => {
    const app = await apps.open();
    const { records, http } = app.services;
    const code = await createSignInCode({ records, clock: http.clock, identifiers: http.identifiers }, app.first.id);
    const asToken = { method: 'GET', path: '/auth/me', headers: { Authorization: `Bearer ${code}` } };
    expect((await app.call(asToken)).status).toBe(401);
    const withCode = { ...call, body: { code } };
    expect((await app.call(withCode)).status).toBe(204);
    return app.call(withCode);
  },
  '401: a wrong password': async (call, apps) => {
    const app = await apps.open();
    return app.call({ ...call, body: { email: app.first.email, password: 'not the password' } });
  },
  '403: a host that is not allowed': withForeignHost,
  '403: the right password of a suspended account': async (call, apps) => {
    const app = await apps.open();
    const { id, email, password } = await app.register();
    await app.services.records.run(id, 'updateAccount', { accountId: id, changes: { suspendedAt: 1 } });
    return app.call({ ...call, body: { email, password } });
  },
  '403: a page of another origin': (call, apps) =>
    apps.open().then((app) => app.call({ ...call, headers: { Origin: 'https://example.com' } })),
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: too many wrong passwords': async (call, apps) => {
    const limited = await apps.limited();
    const wrong = { ...call, body: { email: limited.first.email, password: 'not the password' } };
    await limited.call(wrong);
    return limited.call(wrong);
  },
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
