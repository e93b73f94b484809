import { residentBytes } from '../processes/resident-bytes.ts';
import type { Attack, Outcomes } from '../victims/attack.ts';
import { startAttacker } from '../victims/attacker-process.ts';
import { attacks } from '../victims/attacks.ts';
import {
  createInnocentLoad,
  type OperationResult,
  operationNames,
  type PhaseResult,
} from '../victims/innocent-load.ts';
import { checkSuccess, counted, failureCount, list, timeOf } from '../victims/phase-results.ts';
import { queryTiming } from '../victims/query-timing.ts';
import { startVictimServer } from '../victims/victim-server.ts';
import type { Goal, Measure, MeasureContext, Row } from './measure.ts';

const warmUpSeconds = 1;
const sampleEveryMs = 250;
const maxRatio = 2;

/** Measures the effect of attacks on innocent accounts. Each attack gets a new server. */
export const victims: Measure = {
  name: 'victims',
  byNameOnly: true,
  async run(context) {
    const rows: Row[] = [];
    for (const attack of attacks) rows.push(...(await attackRows(context, attack)));
    rows.push(await queryTiming(context));
    return rows;
  },
};

interface Measured {
  alone: PhaseResult;
  attacked: PhaseResult;
  residentAlone: number;
  /** The maximum during the attack. */
  residentAttacked: number;
  outcomes: Outcomes;
}

async function attackRows(context: MeasureContext, attack: Attack): Promise<Row[]> {
  const measured = await measure(context, attack);
  const { alone, attacked, residentAlone, residentAttacked } = measured;
  const note = toNote(attack, measured);
  const row = (what: string, rest: Omit<Row, 'measure' | 'note'>): Row => {
    return { measure: `${what} beside ${attack.name}`, ...rest, note };
  };
  const timeRows = (share: number, goal: Goal | null) =>
    operationNames.map((name) =>
      row(`${name} p${share * 100}`, {
        value: timeOf(attacked[name], share),
        baseline: timeOf(alone[name], share),
        unit: 'ms',
        goal,
      }),
    );
  const countRow = (what: string, count: (result: OperationResult) => number) => {
    const value = operationNames.reduce((sum, name) => sum + count(attacked[name]), 0);
    return row(what, { value, baseline: null, unit: 'count', goal: { kind: 'value at most', limit: 0 } });
  };
  return [
    ...timeRows(0.5, { kind: 'ratio at most', limit: maxRatio }),
    ...timeRows(0.99, null),
    countRow('5xx and other failures', failureCount),
    countRow('degraded searches', ({ degraded }) => degraded),
    row('RSS, highest', { value: residentAttacked / 1e6, baseline: residentAlone / 1e6, unit: 'MB', goal: null }),
  ];
}

async function measure({ scratch, seconds, rounds, progress }: MeasureContext, attack: Attack): Promise<Measured> {
  const { server, folder, innocents, memoryIds, attackers } = await startVictimServer(scratch, attack.plans);
  const { port, child } = server;
  try {
    progress(`preparing ${attack.name}`);
    const attacker = await startAttacker(folder, attack, { port, attackers });
    try {
      await server.drain();
      const load = createInnocentLoad({ port, accounts: innocents, memoryIds });
      await load.run(warmUpSeconds, operationNames);
      progress(`alone, before ${attack.name}`);
      const alone = await load.run((seconds * rounds) / 2, operationNames);
      checkSuccess(alone);
      const residentAlone = residentBytes(child.pid);
      progress(`beside ${attack.name}`);
      let residentAttacked = residentAlone;
      const sampler = setInterval(() => {
        const isAlive = child.process.exitCode === null && child.process.signalCode === null;
        if (isAlive) residentAttacked = Math.max(residentAttacked, residentBytes(child.pid));
      }, sampleEveryMs);
      try {
        await attacker.begin();
        const attacked = await load.run(seconds * rounds, operationNames);
        return { alone, attacked, residentAlone, residentAttacked, outcomes: await attacker.report() };
      } finally {
        clearInterval(sampler);
      }
    } finally {
      await attacker.kill();
    }
  } finally {
    await server.kill();
  }
}

function toNote({ description }: Attack, { attacked, outcomes }: Measured): string {
  const failures = operationNames.flatMap((name) => counted(attacked[name].failures).map((text) => `${name} ${text}`));
  const requests = operationNames.map((name) => `${name} ${attacked[name].requests}`);
  return `${description}, which got ${list(counted(outcomes))}; victims sent ${list(requests)}; failed: ${list(failures)}; baseline: the same server before the attack`;
}
