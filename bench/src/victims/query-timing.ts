import type { MeasureContext, Row } from '../measures/measure.ts';
import { createQuestions } from '../questions.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import { writeMemory } from './attacker-requests.ts';
import { startVictimServer } from './victim-server.ts';

const pairsPerSecond = 10;
const attackerMemories = 20;
/** A search whose query has a cached vector takes about a third of the time. */
const minRatio = 0.8;

/** Measures whether the time of a search shows that another account has just sent the same query. */
export async function queryTiming({ scratch, seconds, rounds, progress }: MeasureContext): Promise<Row> {
  progress('queries told apart by time');
  const { server, attackers } = await startVictimServer(scratch, ['enterprise']);
  const [attacker] = attackers;
  const { key } = attacker;
  try {
    const sentences = createSentences(1_200);
    for (let index = 0; index < attackerMemories; index++) await writeMemory(server, attacker, sentences.memory());
    await server.drain();
    const question = createQuestions(1_201);
    const foreign: number[] = [];
    const fresh: number[] = [];
    for (let pair = 0; pair < pairsPerSecond * seconds * rounds; pair++) {
      const query = question();
      await server.timedSearch({ query });
      const timeForeign = async () => foreign.push(await server.timedSearch({ query }, key));
      const timeFresh = async () => fresh.push(await server.timedSearch({ query: question() }, key));
      for (const time of pair % 2 === 0 ? [timeForeign, timeFresh] : [timeFresh, timeForeign]) await time();
    }
    return {
      measure: 'first search for a query of another account, p50',
      value: median(foreign),
      baseline: median(fresh),
      unit: 'ms',
      goal: { kind: 'ratio at least', limit: minRatio },
      note: `${foreign.length} queries that another account sent a moment before; baseline: as many that nobody sent, in alternating order; far below 1, time shows what others search for`,
    };
  } finally {
    await server.kill();
  }
}
