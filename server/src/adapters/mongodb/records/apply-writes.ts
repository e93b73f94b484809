import type { AnyBulkWriteOperation, ClientSession, Db } from 'mongodb';
import { type AnyKind, Taken } from '../../../ports/record-store.ts';
import { type Fields, keyText } from '../../store-kit/record-order.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { hasCode } from '../connection/mongo-errors.ts';
import { collectionOf, encode, ofCounter, type RecordDocument, sequenceIndex, toFields } from './stored-documents.ts';

/** Applies the writes of a command with one call for each kind. @throws {Taken} */
export async function applyWrites(db: Db, session: ClientSession, writes: readonly Write[], share: number) {
  for (const [kind, ofKind] of Map.groupBy(writes, (write) => write.kind)) {
    try {
      const operations = ofKind.map((write) => toOperation(write, share));
      await collectionOf(db, kind).bulkWrite(operations, { session, ordered: true });
    } catch (error) {
      if (!hasCode(error, [duplicateKey])) throw error;
      const { name, key, sequence } = kind;
      const index = key.includes(sequence as never) ? '_id_' : sequenceIndex;
      const isOfNumber = sequence !== undefined && error.message.includes(`index: ${index} `);
      if (!isOfNumber) throw new Taken(`a record of ${name}`, { cause: error });
      // Another process has given the number to a record. With this label, the driver runs the command again.
      error.addErrorLabel('TransientTransactionError');
      throw error;
    }
  }
}

const duplicateKey = 11_000;

/** The records of a process in a millisecond. More borrow from the next one. Numbers stay exact until the year 2100. */
const ticksOfMs = 32;
/** Processes that have the same one may give the same number to two records, and one of them tries again. */
const slots = 64;
const slot = Math.floor(Math.random() * slots);
/** The last number of this process without its slot, because several records may have the same millisecond. */
let lastTick = 0;

/** Returns the number of the next record: its time, then a count, then the slot of this process. */
function nextNumber(): number {
  lastTick = Math.max(lastTick + 1, Date.now() * ticksOfMs);
  return lastTick * slots + slot;
}

export function numberOf(time: number): number {
  return time * ticksOfMs * slots;
}

function toOperation(write: Write, share: number): AnyBulkWriteOperation<RecordDocument> {
  const { kind, key } = write;
  const filter = { _id: keyText(kind, key) };
  switch (write.type) {
    case 'insert': {
      const record = kind.sequence === undefined ? write.record : { ...write.record, [kind.sequence]: nextNumber() };
      return { insertOne: { document: { _id: keyText(kind, record), ...toFields(kind, record) } } };
    }
    case 'put':
      return { replaceOne: { filter, replacement: toFields(kind, write.record), upsert: true } };
    case 'patch':
      return { updateOne: { filter, update: toUpdate(kind, write.set) } };
    case 'add': {
      const update = { $inc: toIncrements(write.by) as never };
      if (!kind.counter) return { updateOne: { filter, update } };
      const ofShare = { _id: `${filter._id}/${share}` };
      return { updateOne: { filter: ofShare, update: { ...update, $setOnInsert: key }, upsert: true } };
    }
    case 'delete':
      return kind.counter ? { deleteMany: { filter: ofCounter(filter._id) } } : { deleteOne: { filter } };
  }
}

function toUpdate(kind: AnyKind, set: Fields) {
  const update = { $set: {} as Fields, $unset: {} as Record<string, true> };
  for (const [field, value] of Object.entries(set)) {
    if (value === null) update.$unset[field] = true;
    else if (value !== undefined) update.$set[field] = encode(kind, field, value);
  }
  return update;
}

function toIncrements(by: Fields): Record<string, number> {
  const paths = Object.entries(by).flatMap(([field, more]) =>
    typeof more === 'number'
      ? [[field, more]]
      : Object.entries(more ?? {}).map(([name, one]) => [`${field}.${name}`, one]),
  );
  return Object.fromEntries(paths);
}
