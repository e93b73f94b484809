import { constants } from 'node:os';
import { noteInterruption } from './interruption.mjs';

const parent = process.ppid;
const startedByNpm = process.env.npm_lifecycle_event !== undefined;

/**
 * Waits until `child` has ended, passing signals on to it.
 * @returns {Promise<number>} its exit code, or 128 + n when signal n ended it
 */
export function supervise(child) {
  return new Promise((resolve, reject) => {
    const pass = (signal) => {
      noteInterruption();
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    // A killed npm (kill -9, a closed terminal) passes no signal on; the process then has a new parent.
    const orphaned = setInterval(() => {
      if (!startedByNpm || process.ppid === parent) return;
      clearInterval(orphaned);
      pass('SIGTERM');
    }, 250);
    const done = (finish, value) => {
      clearInterval(orphaned);
      for (const signal of signals) process.off(signal, pass);
      finish(value);
    };
    child.once('error', (error) => done(reject, error));
    child.once('exit', (code, signal) => done(resolve, signal ? 128 + constants.signals[signal] : code));
  });
}
