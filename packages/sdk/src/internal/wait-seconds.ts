import { MnemaError } from '../errors.ts';

/** @throws {MnemaError} unless it is a valid number of seconds; the service checks the maximum */
export function checkWaitSeconds(waitSeconds: number): number {
  if (Number.isInteger(waitSeconds) && waitSeconds >= 0) return waitSeconds;
  throw new MnemaError(`waitSeconds ${String(waitSeconds)} must be a whole number from 0`, {
    code: 'invalid_argument',
  });
}
