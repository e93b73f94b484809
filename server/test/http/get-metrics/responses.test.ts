import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withUnknownParameter } from '../provocations.ts';

describeResponses('getMetrics', {
  '200: the metrics': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '401: a server whose metrics need a token': async (call, apps) => {
    const app = await apps.open();
    return (await app.withServices({ metricsToken: 'a token for metrics' })).call(call);
  },
  '403: a host that is not allowed': withForeignHost,
  '404: a server without a token that others than this machine reach': async (call, apps) => {
    const app = await apps.open();
    return (await app.withServices({ isReachable: true })).call(call);
  },
});
