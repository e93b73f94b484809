import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withUnknownParameter } from '../provocations.ts';

describeResponses('getHealth', {
  '200: the process is alive': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: a host that is not allowed': withForeignHost,
});
