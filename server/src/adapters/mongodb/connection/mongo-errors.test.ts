import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { storeCondition } from './mongo-errors.ts';

const unreachable = 'MongoDB cannot be reached, or the connection broke';
const noPrimary = 'MongoDB: there is no primary at the moment';
const ofNetwork = new MongoNetworkError('connection 1 closed');
// The constructor of the driver takes the error itself, which its type does not allow.
const bulkError = (error: unknown) => new MongoBulkWriteError(error as { message: string; code: number }, {} as never);

it.each([
  ['of the network is an outage', ofNetwork, unreachable],
  ['of the network in the midst of several writes is an outage', bulkError(ofNetwork), unreachable],
  ['of the socket itself is an outage', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), unreachable],
  ['of a server without a primary is an outage', new MongoServerError({ message: 'no', code: 10107 }), noPrimary],
  ['of a duplicate key is the program’s', new MongoServerError({ message: 'E11000', code: 11_000 }), undefined],
  ['of one among several writes is the program’s', bulkError({ message: 'E11000', code: 11_000 }), undefined],
  ['of another kind is the program’s', new TypeError('undefined is not a function'), undefined],
])('an error %s', (_, error, condition) => expect(storeCondition(error)).toBe(condition));
