import { basename, dirname } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { operationOf } from './operation-folders.ts';
import { receivedStatuses } from './received-statuses.ts';

/** A set-up file of the test runner: it holds titles of tests in the folder of an operation to what they received. */

beforeEach(() => receivedStatuses.clear());

afterEach(({ task }) => {
  const folder = dirname(task.file.filepath);
  if (basename(dirname(folder)) !== 'http' || task.result?.state === 'fail') return;
  const operationId = operationOf(folder);
  if (!operationId) return;
  const status = Number(/^(\d{3}): /.exec(task.name)?.[1]);
  if (!status) throw new Error(`"${task.name}" does not begin with the status that it proves, as in "404: …"`);
  if (!receivedStatuses.has(operationId, status)) {
    throw new Error(`"${task.name}" received no ${status} from ${operationId}`);
  }
});
