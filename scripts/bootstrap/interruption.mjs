/** A signal has ended the work: nothing further is started, and the exit code contains the signal. */
class Interruption extends Error {
  constructor(exitCode) {
    super('Interrupted.');
    this.exitCode = exitCode;
  }
}

/** Throws when `exitCode` means that a signal ended the process. */
export function passInterruption(exitCode) {
  if (exitCode > 128) throw new Interruption(exitCode);
}

/** Rethrows an interruption, which is not one failure among others. */
export function passInterruptionError(error) {
  if (error instanceof Interruption) throw error;
}
