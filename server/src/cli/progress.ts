import type { CommandContext } from './command-context.ts';

type Output = Pick<CommandContext, 'print' | 'explain' | 'now' | 'isTerminal'>;

interface Part {
  name: string;
  unit: string;
  done: number;
  total: number;
}

/** The interval on a terminal, whose line is overwritten, and in a log, whose lines stay. */
const terminalMs = 200;
const logMs = 10_000;
const jsonMs = 1_000;
/** The period of the rate. A longer one would hide changes, and with a shorter one the rate would jump. */
const rateMs = 15_000;

/**
 * Prints the progress of a long command and its remaining time.
 * @param json prints an object a line on standard output, instead of text on standard error
 */
export function createProgress(output: Output, { json }: { json: boolean }) {
  const everyMs = json ? jsonMs : output.isTerminal ? terminalMs : logMs;
  let part: Part | undefined;
  let printedAt = 0;
  let marks: { at: number; done: number }[] = [];

  function print(isLast: boolean): void {
    if (!part) return;
    printedAt = output.now();
    const rate = rateOf(marks, { at: printedAt, done: part.done });
    const secondsLeft = rate === null ? null : Math.ceil(Math.max(0, part.total - part.done) / rate);
    if (json) {
      const { name, unit, done, total } = part;
      output.print(
        `${JSON.stringify({ event: 'progress', part: name, unit, done, total, rate_per_second: rate, seconds_left: secondsLeft })}\n`,
      );
      return;
    }
    const line = describe(part, { rate, secondsLeft: isLast ? null : secondsLeft });
    output.explain(output.isTerminal ? `\r${line}\u001b[K${isLast ? '\n' : ''}` : `${line}\n`);
  }

  function advance(count: number): void {
    if (!part) return;
    part.done += count;
    const at = output.now();
    if (at - printedAt < everyMs) return;
    marks.push({ at, done: part.done });
    // The oldest mark is just before the span.
    while (marks.length > 2 && (marks[1] as { at: number }).at <= at - rateMs) marks.shift();
    print(false);
  }

  return {
    /** @param next.unit the plural noun of the counted things */
    begin(next: { name: string; unit: string; total: number }) {
      part = { ...next, done: 0 };
      marks = [{ at: output.now(), done: 0 }];
      print(false);
    },
    /** Adds to the count. The state is printed only as often as its output allows. */
    advance,
    /** Adds the work of another process. It counts as done, but not for the rate. */
    skip(count: number) {
      for (const mark of marks) mark.done += count;
      advance(count);
    },
    /** Ends the part and prints its last state. */
    end() {
      print(true);
      part = undefined;
    },
  };
}

/** Returns the rate per second, or null when nothing was done. */
function rateOf([first]: { at: number; done: number }[], last: { at: number; done: number }): number | null {
  const seconds = (last.at - (first?.at ?? last.at)) / 1_000;
  const done = last.done - (first?.done ?? last.done);
  return seconds > 0 && done > 0 ? Math.round((done / seconds) * 10) / 10 : null;
}

function describe(
  { name, unit, done, total }: Part,
  { rate, secondsLeft }: { rate: number | null; secondsLeft: number | null },
): string {
  const share = total > 0 ? ` (${Math.floor((100 * Math.min(done, total)) / total)} %)` : '';
  const pace = rate === null ? '' : `, ${rate >= 10 ? Math.round(rate) : rate} a second`;
  const left = secondsLeft === null ? '' : `, ${readableSeconds(secondsLeft)} left`;
  return `${name}: ${done} of ${total} ${unit}${share}${pace}${left}`;
}

function readableSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
