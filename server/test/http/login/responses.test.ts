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

describeResponses('login', {
  '200: an access token': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
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
