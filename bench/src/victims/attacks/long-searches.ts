import { createSentences } from '../../sentences.ts';
import type { Attack } from '../attack.ts';
import { keepUnderWay, send, writeMemory } from '../attacker-requests.ts';

const atOnce = 18;
const characters = 8_000;

const sentences = createSentences(7_000);

export const longSearches: Attack = {
  name: 'long searches',
  description: `${atOnce} searches at once of a free account, each for ${characters} other characters`,
  plans: ['free'],
  async prepare(target) {
    // The server embeds no query of an account without memories.
    await writeMemory(target, target.attackers[0], sentences.memory());
  },
  begin({ port, attackers: [{ key, address }], outcomes }) {
    const headers = { 'X-API-Key': key };
    keepUnderWay(atOnce, outcomes, () =>
      send(port, { method: 'POST', path: '/search', headers, body: JSON.stringify({ query: longQuery() }), address }),
    );
  },
};

function longQuery(): string {
  let text = '';
  while (text.length < characters) text += `${sentences.memory()} `;
  return text.slice(0, characters);
}
