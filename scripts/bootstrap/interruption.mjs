let interrupted = false;

/** A signal told this command to end: nothing further is started, and the exit code contains the signal. */
class Interruption extends Error {
  constructor(exitCode) {
    super('Interrupted.');
    this.exitCode = exitCode;
  }
}

/** Remembers that a signal told this command, and not only one of its children, to end. */
export function noteInterruption() {
  interrupted = true;
}

/**
 * Throws when a signal told this command to end.
 * A child that crashed or was killed alone is one failure among others: the rest still runs.
 * @param {number} exitCode of the child that ended
 */
export function passInterruption(exitCode) {
  if (interrupted) throw new Interruption(exitCode > 128 ? exitCode : 143);
}

/** Rethrows an interruption, which is not one failure among others. */
export function passInterruptionError(error) {
  if (error instanceof Interruption) throw error;
}
