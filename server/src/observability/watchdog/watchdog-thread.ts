import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { createPulse, createStallDetector, type WatchdogData } from './create-watchdog.ts';

const { operations, buffer, tickMs, maxTicks } = workerData as WatchdogData;
const pulse = createPulse(operations, buffer);
const isStalled = createStallDetector(pulse, { maxTicks });

setInterval(() => {
  if (!isStalled()) return;
  report();
  // The main thread can no longer end the process, and `process.exit` would end only this thread.
  process.kill(process.pid, 'SIGKILL');
  // The first process of a container survives signals from inside it, but not a break instruction.
  setFlagsFromString('--allow-natives-syntax');
  runInThisContext('%SystemBreak()');
}, tickMs);

/** Writes a line in the format of the log, which the main thread can no longer write. */
function report(): void {
  const underWay = pulse.underWay();
  const seconds = (tickMs * maxTicks) / 1_000;
  const under = underWay.length === 0 ? 'no request was under way' : `under way: ${underWay.join(', ')}`;
  const line = {
    level: 60,
    time: new Date().toISOString(),
    event: 'watchdog',
    operations: underWay,
    msg: `the event loop has stood still for ${seconds} s (${under}): the process ends, so that its supervisor starts it again`,
  };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads standard error, and the process has to end anyway.
  }
}
