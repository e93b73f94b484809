import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { storeCondition } from './mongo-errors.ts';

const unreachable = 'MongoDB cannot be reached, or the connection broke';
// The constructor of the driver takes the error itself, which its type does not allow.
const bulkError = (error: unknown) => new MongoBulkWriteError(error as { message: string; code: number }, {} as never);

describe('an error is an outage', () => {
  it.each([
    ['of the network', new MongoNetworkError('connection 1 closed'), unreachable],
    [
      'of the network in the midst of several writes',
      bulkError(new MongoNetworkError('connection 1 closed')),
      unreachable,
    ],
    ['of the socket itself', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), unreachable],
    [
      'of a server that has no primary',
      new MongoServerError({ message: 'no', code: 10107 }),
      'MongoDB: there is no primary at the moment',
    ],
  ])('%s', (_, error, condition) => {
    expect(storeCondition(error)).toBe(condition);
  });
});

describe('an error stays a fault of the program', () => {
  it.each([
    ['a duplicate key', new MongoServerError({ message: 'E11000', code: 11_000 })],
    ['a duplicate key among several writes', bulkError({ message: 'E11000', code: 11_000 })],
    ['of another kind altogether', new TypeError('undefined is not a function')],
  ])('%s', (_, error) => {
    expect(storeCondition(error)).toBeUndefined();
  });
});
