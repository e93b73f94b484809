import type { Attack } from '../attack.ts';
import { keepUnderWay, readSlowly, writeMemory } from '../attacker-requests.ts';

const sockets = 40;
/** A page ends at four million UTF-16 units, which these memories fill. */
const memories = 41;
const characters = 99_000;
/** The first read is the part of the head up to the status, which {@link readSlowly} needs. */
const bytesPerRead = 13;
const readEveryMs = 100;

export const slowReaders: Attack = {
  name: 'slow readers',
  description: `${sockets} sockets of an account that read GET /memories?limit=1000, pages of 12 MB, at ${(bytesPerRead * 1_000) / readEveryMs} bytes a second`,
  plans: ['enterprise'],
  async prepare(target) {
    const [attacker] = target.attackers;
    // Em spaces take three bytes each, and the server embeds no blank chunks.
    const gap = '\u2003'.repeat(characters);
    for (let index = 0; index < memories; index++) await writeMemory(target, attacker, `Part ${index}.${gap}The end.`);
  },
  begin({ port, attackers: [{ key, address }], outcomes }) {
    const headers = { 'X-API-Key': key, Connection: 'close' };
    const call = { method: 'GET', path: '/memories?limit=1000', headers, address };
    keepUnderWay(sockets, outcomes, () => readSlowly(port, { ...call, bytes: bytesPerRead, pauseMs: readEveryMs }));
  },
};
