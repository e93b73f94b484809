import { expect, it, onTestFinished } from 'vitest';
import { createThread } from './create-thread.ts';

interface Operations {
  double(value: number): number;
  fail(message: string): void;
  die(): void;
  /** How many messages the thread has received. */
  messages(): number;
}

const code = `
  import { parentPort } from 'node:worker_threads';
  let messages = 0;
  const operations = { double: (value) => value * 2,
    fail: (message) => { throw new Error(message); },
    die: () => process.exit(1),
    messages: () => messages,
  };
  parentPort.on('message', (message) => {
    if (message === 'close') return parentPort.close();
    messages++;
    parentPort.postMessage(message.map(({ id, operation, argument }) => {
      try {
        return { id, result: operations[operation](argument) };
      } catch (error) {
        return { id, error: { message: error.message, unavailable: false } };
      }
    }));
  });
`;

function create(beforeReplies?: () => void, waitsForReply = false) {
  const thread = createThread<Operations>({
    name: 'test',
    entry: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    workerData: null,
    beforeReplies,
    waitsForReply,
    toError: (failure) => Object.assign(new Error(failure.kind), { failure }),
  });
  onTestFinished(() => thread.close());
  return thread;
}

it('resolves each call with its own result, and rejects the one that failed', async () => {
  const thread = create();
  const calls = [thread.run('', 'double', 2), thread.run('', 'fail', 'broken'), thread.run('', 'double', 3)];
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: { failure: { kind: 'failed', error: { message: 'broken' } } } },
    { status: 'fulfilled', value: 6 },
  ]);
});

it('sends the calls of one tick in one message', async () => {
  const thread = create();
  const doubled = [1, 2].map((value) => thread.run('', 'double', value));
  const [messages] = await Promise.all([thread.run('', 'messages'), ...doubled]);
  expect(messages).toBe(1);
});

it('collects calls while a message waits for its reply', async () => {
  const thread = create(undefined, true);
  const first = thread.run('', 'double', 1);
  await new Promise(setImmediate);
  const later: Promise<number>[] = [];
  for (let call = 0; call < 3; call++) {
    later.push(thread.run('', 'messages'));
    await new Promise(setImmediate);
  }
  expect(await first).toBe(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

it('sends the calls that waited for a reply to the next thread', async () => {
  const thread = create(undefined, true);
  const died = thread.run('', 'die');
  await new Promise(setImmediate);
  const next = thread.run('', 'double', 4);
  await expect(died).rejects.toMatchObject({ failure: { kind: 'ended' } });
  expect(await next).toBe(8);
});

it('runs the hook before any caller receives its result', async () => {
  const order: string[] = [];
  const thread = create(() => order.push('hook'));
  await thread.run('', 'double', 1).then(() => order.push('result'));
  expect(order).toEqual(['hook', 'result']);
});

it('rejects the calls of a thread that died, and starts another with the next call', async () => {
  const thread = create();
  const calls = [thread.run('', 'die'), thread.run('', 'double', 2)];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: { kind: 'ended' } } });
  }
  expect(await thread.run('', 'double', 4)).toBe(8);
});

it('finishes the calls under way before it closes, and rejects later ones', async () => {
  const thread = create();
  const call = thread.run('', 'double', 5);
  const closed = thread.close();
  await expect(thread.run('', 'double', 6)).rejects.toMatchObject({ failure: { kind: 'closed' } });
  expect(await call).toBe(10);
  await closed;
});
