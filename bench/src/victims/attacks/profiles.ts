import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { keepUnderWay, send, writeMemory } from '../attacker-requests.ts';

const memories = 20;
const characters = 20_000;
const atOnce = 12;
/** A write makes a cached profile stale. */
const writeEveryMs = 1_000;

const statements = `${'α'.repeat(598)}.\n`.repeat(Math.ceil(characters / 600));

export const profiles: Attack = {
  name: 'profiles',
  description: `${atOnce} GET /profile at once of a free account with ${memories} memories of ${characters} characters, and a write a second`,
  plans: ['free'],
  async prepare(target) {
    const [attacker] = target.attackers;
    await Promise.all(
      Array.from({ length: memories }, (_, index) =>
        writeMemory(target, attacker, `${index}\n${statements}`.slice(0, characters)),
      ),
    );
  },
  begin({ port, attackers: [{ key, address }], outcomes }) {
    const headers = { 'X-API-Key': key };
    keepUnderWay(atOnce, outcomes, () => send(port, { method: 'GET', path: '/profile', headers, address }));
    let written = 0;
    keepUnderWay(1, outcomes, async () => {
      await delay(writeEveryMs);
      const body = JSON.stringify({ text: `I prefer tea number ${++written}.` });
      return send(port, { method: 'POST', path: '/memories', headers, body, address });
    });
  },
};
