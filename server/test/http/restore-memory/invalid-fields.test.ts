import { describeInvalidBodies } from '../describe-invalid-bodies.ts';

describeInvalidBodies('POST', '/memories/mem_00000000000000000000000000/restore', [
  ['no version', {}, '/body/version', /missing/],
  ['a version that is no number', { version: '1' }, '/body/version', /whole number/],
  ['a version before the first', { version: 0 }, '/body/version', /^must be at least 1$/],
  ['a field that the operation does not have', { version: 1, text: 'a' }, '/body/text', /valid names are version/],
]);
