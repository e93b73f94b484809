import type { CommandContext } from './command-context.ts';

type Output = Pick<CommandContext, 'print' | 'explain' | 'now' | 'isTerminal'>;

interface Part {
  name: string;
  unit: string;
  total: number | null;
}

type Mark = Record<'at' | 'done', number>;

/** The interval on a terminal, whose line is overwritten, and in a log, whose lines stay. */
const terminalMs = 200;
const logMs = 10_000;
const jsonMs = 1_000;
/** The period of the rate. A longer one would hide changes, and with a shorter one the rate would jump. */
const rateMs = 15_000;

/** Prints the progress and the remaining time of a long command, with `json` as objects on standard output. */
export function startProgress(output: Output, { name, unit, total }: Part, { json }: { json: boolean }) {
  const everyMs = json ? jsonMs : output.isTerminal ? terminalMs : logMs;
  let done = 0;
  let printedAt = output.now();
  let marks: Mark[] = [{ at: printedAt, done }];

  function print(isLast: boolean): void {
    printedAt = output.now();
    const rate = rateOf(marks, { at: printedAt, done });
    const secondsLeft = rate === null || total === null ? null : Math.ceil(Math.max(0, total - done) / rate);
    if (json) {
      const pace = { rate_per_second: rate, seconds_left: secondsLeft };
      output.print(`${JSON.stringify({ event: 'progress', part: name, unit, done, total, ...pace })}\n`);
      return;
    }
    const share = total ? ` of ${total} ${unit} (${Math.floor((100 * Math.min(done, total)) / total)} %)` : ` ${unit}`;
    const pace = rate === null ? '' : `, ${rate >= 10 ? Math.round(rate) : rate} a second`;
    const left = isLast || secondsLeft === null ? '' : `, ${readableSeconds(secondsLeft)} left`;
    const line = `${name}: ${done}${share}${pace}${left}`;
    output.explain(output.isTerminal ? `\r${line}\u001b[K${isLast ? '\n' : ''}` : `${line}\n`);
  }

  /** Adds to the count. The state is printed only as often as its output allows. */
  function advance(count: number): void {
    done += count;
    const at = output.now();
    if (at - printedAt < everyMs) return;
    marks.push({ at, done });
    // The oldest mark is just before the span.
    while (marks.length > 2 && (marks[1] as Mark).at <= at - rateMs) marks.shift();
    print(false);
  }

  print(false);
  return {
    advance,
    /** Adds the work of another process. It counts as done, but not for the rate. */
    skip(count: number) {
      marks = marks.map((mark) => ({ ...mark, done: mark.done + count }));
      advance(count);
    },
    end: () => print(true),
  };
}

function rateOf([first]: Mark[], last: Mark): number | null {
  const seconds = (last.at - (first?.at ?? last.at)) / 1_000;
  const done = last.done - (first?.done ?? last.done);
  return seconds > 0 && done > 0 ? Math.round((done / seconds) * 10) / 10 : null;
}

function readableSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
