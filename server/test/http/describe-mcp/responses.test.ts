import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withHeaders, withUnknownParameter } from '../provocations.ts';

describeResponses('describeMcp', {
  '200: a page about the endpoint': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: a host that is not allowed': withForeignHost,
  '405: a stream, which the endpoint does not have': async (call, apps) =>
    (await apps.open()).call(withHeaders(call, { Accept: 'text/event-stream' })),
});
