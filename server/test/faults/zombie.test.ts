import { it } from 'vitest';
import { createClient } from '../process/client.ts';
import { startStack } from './stack.ts';
it('zombie', async () => {
  let t = performance.now();
  const stack = await startStack();
  console.log('started', Math.round(performance.now() - t));
  const client = createClient(stack.api.url, stack.key, { answerMostMs: 90_000 });
  for (let round = 0; round < 6; round++) {
    let acks = 0;
    let on = true;
    const lat: number[] = [];
    const ws = Array.from({ length: 12 }, async (_, w) => {
      for (let n = 0; on; n++) {
        const s = performance.now();
        const a = await client.send('POST', '/memories', { text: `round ${round} writer ${w} n ${n}` }, { 'Idempotency-Key': `${round}-${w}-${n}` }).catch(() => undefined);
        lat.push(performance.now() - s);
        if (a?.status === 202) acks++;
        else if (!a) break; else console.log(a.status);
      }
    });
    await new Promise((r) => setTimeout(r, 1500));
    on = false;
    t = performance.now();
    await stack.api.kill();
    const up = performance.now() - t;
    await Promise.all(ws);
    // now: single writes after restart
    const admin = stack.mongodb.client.db('admin');
    const ops = await admin.aggregate([{ $currentOp: { allUsers: true, idleSessions: true } }, { $match: { 'transaction.parameters': { $exists: true } } }]).toArray();
    const zombies = ops.filter((o) => o['type'] === 'idleSession').length;
    const after: number[] = [];
    await Promise.all(Array.from({ length: 12 }, async (_, n) => {
      const s = performance.now();
      await client.send('POST', '/memories', { text: `after ${round} n ${n}` }, { 'Idempotency-Key': `a${round}-${n}` });
      after.push(Math.round(performance.now() - s));
    }));
    console.log({ round, acks, up: Math.round(up), zombies, lat: Math.round(lat.reduce((a, b) => a + b, 0) / lat.length), after: after.join(' ') });
  }
}, 400_000);
