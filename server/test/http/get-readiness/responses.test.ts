import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withUnknownParameter } from '../provocations.ts';

describeResponses('getReadiness', {
  '200: the server takes requests': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: a host that is not allowed': withForeignHost,
  '503: a store that is unavailable': async (call, apps) => {
    const app = await apps.open();
    // The first server may have checked its readiness a moment ago, and repeats the result.
    const fresh = await app.withServices({});
    app.setFault('unavailable');
    return fresh.call(call).finally(() => app.setFault('none'));
  },
});
