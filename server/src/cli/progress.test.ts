import { expect, it } from 'vitest';
import { startProgress } from './progress.ts';

const part = (name: string, total: number) => ({ name, unit: 'memories', total });

function watch(next: ReturnType<typeof part>, options: { isTerminal: boolean; json?: boolean }) {
  const shown = { printed: '', explained: '' };
  let time = 1_000_000;
  const output = {
    print: (text: string) => (shown.printed += text),
    explain: (text: string) => (shown.explained += text),
    now: () => time,
    isTerminal: options.isTerminal,
  };
  const progress = startProgress(output, next, { json: options.json ?? false });
  return { progress, shown, pass: (milliseconds: number) => (time += milliseconds) };
}

it('prints count, rate and time left, and leaves an earlier run out of the rate', () => {
  const { progress, shown, pass } = watch(part('ada', 4_000), { isTerminal: false });
  progress.skip(1_000);
  pass(10_000);
  progress.advance(500);
  pass(10_000);
  progress.advance(500);
  progress.end();
  expect(shown.explained.split('\n')).toEqual([
    'ada: 0 of 4000 memories (0 %)',
    'ada: 1500 of 4000 memories (37 %), 50 a second, 50 s left',
    'ada: 2000 of 4000 memories (50 %), 50 a second, 40 s left',
    'ada: 2000 of 4000 memories (50 %), 50 a second',
    '',
  ]);
});

it('follows a rate that changes', () => {
  const { progress, shown, pass } = watch(part('ada', 100_000), { isTerminal: false });
  pass(10_000);
  progress.advance(10_000);
  for (let step = 0; step < 4; step++) {
    pass(10_000);
    progress.advance(100);
  }
  expect(shown.explained.trimEnd().split('\n').at(-1)).toContain(', 10 a second, 2 h 30 min left');
});

it('overwrites its line on a terminal, and rarely prints in a log', () => {
  const outputs = [true, false].map((isTerminal) => {
    const { progress, shown, pass } = watch(part('ada', 100), { isTerminal });
    for (let done = 0; done < 100; done++) {
      pass(100);
      progress.advance(1);
    }
    progress.end();
    return shown.explained;
  });
  const [terminal = '', log = ''] = outputs;
  expect(terminal.match(/\r/g)?.length).toBe(52);
  expect(terminal.match(/\n/g)?.length).toBe(1);
  expect(log).not.toContain('\r');
  expect(log.match(/\n/g)?.length).toBe(3);
});

it('prints one object a line with json, and no text', () => {
  const { progress, shown, pass } = watch(part('ada', 10), { isTerminal: true, json: true });
  pass(1_000);
  progress.advance(4);
  const objects = shown.printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(shown.explained).toBe('');
  expect(objects.at(-1)).toEqual({
    event: 'progress',
    part: 'ada',
    unit: 'memories',
    done: 4,
    total: 10,
    rate_per_second: 4,
    seconds_left: 2,
  });
});
