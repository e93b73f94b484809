import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const hasher = createPasswordHasher({ identifiers: { secret: randomBytes } });

it('writes a PHC string with the OWASP parameters, another one each time', async () => {
  const [hash, again] = await Promise.all(['correct horse', 'correct horse'].map(hasher.hash));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hash).not.toBe(again);
  // A verification for an unknown account costs the same.
  const parameters = (text = '') => [text.length, ...text.split('$').slice(0, 4)];
  expect(parameters(hasher.dummyHash)).toEqual(parameters(hash));
});

it('accepts the password and nothing else, and none with the dummy hash', async () => {
  const hash = await hasher.hash('pässwörd 🐘\0!');
  expect(await hasher.verify('pässwörd 🐘\0!', hash)).toBe(true);
  for (const wrong of ['pässwörd 🐘', 'pässwörd 🐘\0', 'Pässwörd 🐘\0!', '', 'pässwörd 🐘\0! ']) {
    expect(await hasher.verify(wrong, hash)).toBe(false);
  }
  for (const password of ['', 'password', '\0'.repeat(32)]) {
    expect(await hasher.verify(password, hasher.dummyHash)).toBe(false);
  }
});

it('verifies a hash that other software made with other parameters', async () => {
  // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await hasher.verify('password', hash)).toBe(true);
  expect(await hasher.verify('passwore', hash)).toBe(false);
});

it('a damaged hash in the store is an error and no wrong password', async () => {
  await expect(hasher.verify('password', '$2b$12$abc')).rejects.toThrow('unknown format');
});
