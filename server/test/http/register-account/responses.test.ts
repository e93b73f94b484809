import { describeResponses } from '../describe-responses.ts';
import {
  succeed,
  withBug,
  withLargeBody,
  withPlainText,
  withStoreAway,
  withUnknownParameter,
} from '../provocations.ts';

describeResponses('registerAccount', {
  '201: a new account': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: registration is closed': async (call, apps) => (await apps.closed()).call(call),
  '409: an email that is taken': async (call, apps) => {
    const app = await apps.open();
    return app.call({ ...call, body: { email: app.first.email, password: 'long enough' } });
  },
  '413: a body of more than 1 MB': withLargeBody,
  '415: a body that is not JSON': withPlainText,
  '429: too many registrations': async (call, apps) => {
    const limited = await apps.limited();
    await limited.call(call);
    return limited.call(call);
  },
  '500: a bug, whose error stays inside': withBug,
  '503: a store that is unavailable': withStoreAway,
});
