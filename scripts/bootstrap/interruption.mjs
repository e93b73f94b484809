let interrupted = false;

/** A signal ended this command. Nothing further is started, and the exit code contains the signal. */
class Interruption extends Error {
  constructor(exitCode) {
    super('Interrupted.');
    this.exitCode = exitCode;
  }
}

/** Records that a signal was for this command, and not only for one of its children. */
export function noteInterruption() {
  interrupted = true;
}

/**
 * Throws if a signal ended this command. A child that crashed or was killed alone is one failure among others: the rest
 * still runs.
 * @param {number} exitCode of the child that ended
 */
export function passInterruption(exitCode) {
  if (interrupted) throw new Interruption(exitCode > 128 ? exitCode : 143);
}

/** Rethrows an interruption, which is not one failure among others. */
export function passInterruptionError(error) {
  if (error instanceof Interruption) throw error;
}
