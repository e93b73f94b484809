import { MnemaError } from '../errors.ts';

/** @throws {MnemaError} when it is not a number of seconds that a service can be asked to wait; how many it will, it says itself */
export function checkWaitSeconds(waitSeconds: number): number {
  if (Number.isInteger(waitSeconds) && waitSeconds >= 0) return waitSeconds;
  throw new MnemaError(`waitSeconds ${String(waitSeconds)} must be a whole number from 0`, {
    code: 'invalid_argument',
  });
}
