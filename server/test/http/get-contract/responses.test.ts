import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withHeaders, withUnknownParameter } from '../provocations.ts';

describeResponses('getContract', {
  '200: the contract': succeed,
  '304: the ETag of the contract that the server has': async (call, apps) => {
    const app = await apps.open();
    const { etag = '' } = (await app.call(call)).headers;
    return app.call(withHeaders(call, { 'If-None-Match': etag }));
  },
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: a host that is not allowed': withForeignHost,
});
