import { MnemaError } from '../errors.ts';

/** Returns the error of a field that cannot be sent. `path` is its position, such as `/body/metadata/score`. */
export function invalidArgument(path: string, message: string): MnemaError {
  return new MnemaError(`${path}: ${message}`, { code: 'invalid_argument', errors: [{ path, message }] });
}
