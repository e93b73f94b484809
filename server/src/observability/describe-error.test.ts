import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { EmbedderError } from '../ports/embedder.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { describeError } from './describe-error.ts';

const secret = 'the launch code is tulip';

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

function circular(): Error {
  const error = new Error(secret);
  return Object.assign(error, { cause: new Error(secret, { cause: error }) });
}

it.each<[string, () => unknown]>([
  ['a parser', () => JSON.parse(secret)],
  ['an address', () => new URL(secret)],
  ['an argument of Node.js', () => Buffer.from({ secret } as never, secret as never)],
  ['a property of a text', () => Object.assign(secret as never, { length: 1 })],
  ['the in operator', () => 'x' in (secret as never)],
  ['a statement', () => new DatabaseSync(':memory:').exec(`SELECT "${secret}"`)],
  ['what was thrown as it is', () => secret],
  ['a library that hangs the request on it', () => Object.assign(new Error(secret), { body: { secret } })],
  ['a cause', () => new Error('outer', { cause: Object.assign(new Error(secret), { name: secret, code: secret }) })],
  ['a message that looks like a stack', () => new Error(`x\n    at ${secret} (file.ts:1:1)\n    at ${secret}:1:1`)],
  ['causes that go round', () => circular()],
])('never repeats values: %s', (_, act) => {
  const text = JSON.stringify(describeError(thrownBy(act)));
  expect(text).not.toContain('tulip');
  expect(text).not.toContain('launch');
});

it('lists the frames of the stack', () => {
  const { type, at } = describeError(thrownBy(() => JSON.parse('{')));
  expect(type).toBe('SyntaxError');
  expect(at?.join()).toContain('describe-error.test.ts:');
});

it('keeps the messages that are written for the operator, and codes', () => {
  const sqlite = thrownBy(() => new DatabaseSync('/no/such/directory/store.db'));
  expect(describeError(new StoreUnavailableError('the disk is full', { cause: sqlite }))).toMatchObject({
    type: 'StoreUnavailableError',
    message: 'the disk is full',
    cause: { code: 'SQLITE_14' },
  });
  expect(describeError(new EmbedderError('no runtime loads', { retryable: true })).message).toBe('no runtime loads');
  const properties = { syscall: 'connect', code: 'ECONNREFUSED' };
  const system = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), properties);
  expect(describeError(system)).toMatchObject({ message: system.message, code: 'ECONNREFUSED' });
});
