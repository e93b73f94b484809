import { describeInvalidBodies } from '../describe-invalid-bodies.ts';

describeInvalidBodies('POST', '/auth/register', [
  [
    'email and phone together',
    { email: 'a@b.example', phone: '+46701234567', password: 'long enough' },
    '/body',
    /exactly one of email and phone/,
  ],
  ['neither email nor phone', { password: 'long enough' }, '/body', /exactly one of email and phone/],
  ['no password', { email: 'a@b.example' }, '/body/password', /missing/],
  ['nothing at all', {}, '/body/password', /missing/],
  ['an address without @', { email: 'nobody', password: 'long enough' }, '/body/email', /like ada@example.com/],
  ['a phone number without country', { phone: '0701234567', password: 'long enough' }, '/body/phone', /like \+/],
  ['a password of 7 characters', { email: 'a@b.example', password: '1234567' }, '/body/password', /8/],
  ['a password of 257 characters', { email: 'a@b.example', password: 'x'.repeat(257) }, '/body/password', /256/],
]);
