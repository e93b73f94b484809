import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { convertErrors } from '../../../lib/convert-errors.ts';
import { OperatorError } from '../../../ports/operator-error.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';

/** An error of a database that cannot be used as it is. The message is for the operator. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}

/** The names of the driver's other errors for a MongoDB that is not reachable, not ready or closed. */
const unavailable = new Set([
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoWaitQueueTimeoutError',
  'MongoExpiredSessionError',
  'MongoOperationTimeoutError',
  'MongoCursorExhaustedError',
]);

/**
 * Maps the codes of a server that cannot respond now to messages for the operator.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const serverConditions: Record<number, string> = {
  6: 'the host is unreachable',
  7: 'the host was not found',
  13: 'the user of MNEMA_MONGODB_URI lacks a right; give it readWrite on the database',
  18: 'the user or password of MNEMA_MONGODB_URI is wrong',
  43: 'the cursor was closed',
  50: 'the query took too long',
  64: 'the write was not confirmed by a majority in time',
  89: 'the network was too slow',
  91: 'the server is shutting down',
  112: 'too many writes at the same time',
  189: 'the primary stepped down',
  225: 'another attempt replaced the transaction',
  237: 'the cursor was closed',
  239: 'the snapshot is gone',
  246: 'no snapshot yet',
  251: 'the transaction was lost',
  262: 'the query took too long',
  279: 'the connection broke',
  8000: 'Atlas rejected it: the project shows the reason, often its storage quota',
  9001: 'a connection broke',
  10107: 'there is no primary at the moment',
  11600: 'the server is shutting down',
  11601: 'the operation was interrupted',
  11602: 'the primary stepped down',
  13435: 'there is no primary at the moment',
  13436: 'there is no primary at the moment',
  14031: 'the disk of the server is full',
};

/** The codes of socket errors, which the driver throws when the other side has ended a connection. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTCONN',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);
const unreachable = 'MongoDB cannot be reached, or the connection broke';

/** Describes an error of the network or the server; undefined for a bug. */
export function storeCondition(thrown: unknown): string | undefined {
  // The driver wraps the error of a bulk write as an error of the server.
  const inner: unknown = thrown instanceof MongoBulkWriteError ? thrown.errorResponse : undefined;
  const error = inner instanceof Error ? inner : thrown;
  if (!(error instanceof MongoError)) {
    return error instanceof Error && socketCodes.has(String((error as NodeJS.ErrnoException).code))
      ? unreachable
      : undefined;
  }
  if (error instanceof MongoNetworkError || unavailable.has(error.name)) return unreachable;
  const known = error instanceof MongoServerError ? serverConditions[Number(error.code)] : undefined;
  if (known) return `MongoDB: ${known}`;
  const isPassing = ['TransientTransactionError', 'RetryableWriteError', 'UnknownTransactionCommitResult'];
  return isPassing.some((label) => error.hasErrorLabel(label)) ? 'MongoDB: the write could not be finished' : undefined;
}

/** Converts an error of the network or the server to the port's error, and returns any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const condition = storeCondition(error);
  return condition ? new StoreUnavailableError(condition, { cause: error }) : error;
}

/** The codes of a server that is shutting down, or is no longer the primary. */
export const stepDownCodes = [91, 189, 10_107, 11_600, 11_602, 13_435, 13_436];

export function hasCode(error: unknown, codes: readonly number[]): error is MongoServerError {
  return error instanceof MongoServerError && codes.includes(Number(error.code));
}

/** Handles the errors with these codes, and throws any other one. */
export function onlyCodes(codes: readonly number[]) {
  return (error: unknown): MongoServerError => {
    if (hasCode(error, codes)) return error;
    throw error;
  };
}

/** Wraps a store so that its methods reject with the port's error. */
export function withStoreErrors<Store extends object>(store: Store): Store {
  return convertErrors(store, toStoreError);
}
