import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { OperatorError } from '../../../ports/operator-error.ts';
import { StoreUnavailableError } from '../../../ports/store-error.ts';

/** An error of a database that cannot be used as it is. The message is for the operator. */
export class MongodbError extends OperatorError {
  override readonly name = 'MongodbError';
}

/** The names of the driver's other errors for a MongoDB that is not reachable, not ready or closed. */
const unavailable =
  /^Mongo(ServerSelection|WaitQueueTimeout|OperationTimeout|(Topology|Client|Pool|Server)Closed|NotConnected|StalePrimary|ExpiredSession|CursorExhausted)Error$/;

/**
 * Messages for the operator, with the codes of a server that cannot respond now.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const serverConditions: [message: string, ...codes: number[]][] = [
  ['the host is unreachable', 6],
  ['the host was not found', 7],
  ['the user of MNEMA_MONGODB_URI lacks a right; give it readWrite on the database', 13],
  ['the user or password of MNEMA_MONGODB_URI is wrong', 18],
  ['the cursor was closed', 43, 237],
  ['the query took too long', 50, 262],
  ['the write was not confirmed by a majority in time', 64],
  ['the network was too slow', 89],
  ['the server is shutting down', 91, 11_600],
  ['too many writes at the same time', 112],
  ['the primary stepped down', 189, 11_602],
  ['another attempt replaced the transaction', 225],
  ['the snapshot is gone', 239],
  ['no snapshot yet', 246],
  ['the transaction was lost', 251],
  ['the connection broke', 279],
  ['Atlas rejected it: the project shows the reason, often its storage quota', 8_000],
  ['a connection broke', 9_001],
  ['there is no primary at the moment', 10_107, 13_435, 13_436],
  ['the operation was interrupted', 11_601],
  ['the disk of the server is full', 14_031],
];
const conditions = serverConditions.flatMap(([message, ...codes]) => codes.map((code) => [code, message] as const));
const conditionOf = new Map(conditions);

/** The codes of socket errors, which the driver throws when the other side has ended a connection. */
const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOTCONN|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;
const unreachable = 'MongoDB cannot be reached, or the connection broke';

/** Describes an error of the network or the server; undefined for a bug. */
export function storeCondition(thrown: unknown): string | undefined {
  // The driver wraps the error of a bulk write as an error of the server.
  const inner: unknown = thrown instanceof MongoBulkWriteError ? thrown.errorResponse : undefined;
  const error = inner instanceof Error ? inner : thrown;
  if (!(error instanceof MongoError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return socketCodes.test(code) ? unreachable : undefined;
  }
  if (error instanceof MongoNetworkError || unavailable.test(error.name)) return unreachable;
  const known = error instanceof MongoServerError ? conditionOf.get(Number(error.code)) : undefined;
  if (known) return `MongoDB: ${known}`;
  const isPassing = ['TransientTransactionError', 'RetryableWriteError', 'UnknownTransactionCommitResult'];
  return isPassing.some((label) => error.hasErrorLabel(label)) ? 'MongoDB: the write could not be finished' : undefined;
}

export function toStoreError(error: unknown): unknown {
  const condition = storeCondition(error);
  return condition ? new StoreUnavailableError(condition, { cause: error }) : error;
}

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
