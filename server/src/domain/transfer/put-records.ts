import { Taken } from '../../ports/record-store.ts';

const maxAttempts = 3;

/**
 * Writes records, and those that are unfinished again.
 * @param put runs a command, which returns the number of records that were missing or older
 * @returns the sum of these numbers
 */
export async function putRecords<R>(
  records: readonly R[],
  put: (records: readonly R[]) => Promise<{ written: number; unfinished: readonly R[] }>,
): Promise<number> {
  let written = 0;
  let attempts = 0;
  for (let left = records; left.length > 0; ) {
    try {
      const done = await put(left);
      written += done.written;
      left = done.unfinished;
    } catch (error) {
      // Another copy has written one of the records in the meantime.
      if (!(error instanceof Taken) || ++attempts === maxAttempts) throw error;
    }
  }
  return written;
}
