import { describeResponses } from '../describe-responses.ts';
import { succeed, withForeignHost, withUnknownParameter } from '../provocations.ts';

describeResponses('getContract', {
  '200: the contract': succeed,
  '400: a parameter that the operation does not have': withUnknownParameter,
  '403: a host that is not allowed': withForeignHost,
});
