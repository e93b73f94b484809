/** A signal ended the work: nothing more is to be started, and the exit code tells the signal. */
class Interruption extends Error {
  constructor(exitCode) {
    super('Interrupted.');
    this.exitCode = exitCode;
  }
}

/** Throws when `exitCode` says that a signal ended the process. */
export function passInterruption(exitCode) {
  if (exitCode > 128) throw new Interruption(exitCode);
}

/** Throws `error` on when it is an interruption, which must not be counted as one failure among others. */
export function passInterruptionError(error) {
  if (error instanceof Interruption) throw error;
}
