import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child.ts';
import type { Attack, Outcomes, Target } from './attack.ts';
import type { AttackerOrder, AttackerReply } from './attacker-messages.ts';

export interface AttackerProcess {
  /** Begins the attack, or continues it after a pause. Resolves when it is under way. */
  begin(): Promise<unknown>;
  /** Ends the requests of the attack. Resolves when the last response has arrived, and the attack has cleaned up. */
  pause(): Promise<unknown>;
  /** Returns the responses to the attackers so far. */
  report(): Promise<Outcomes>;
  kill(): Promise<void>;
}

/** Starts the process of an attack. Resolves when the data of the attack is written. */
export async function startAttacker(
  folder: string,
  { name }: Attack,
  target: Omit<Target, 'outcomes'>,
): Promise<AttackerProcess> {
  const child = startChild({
    script: fileURLToPath(new URL('./attacker.ts', import.meta.url)),
    environment: process.env,
    logFile: join(folder, 'attacker.log'),
  });
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  child.process.once('exit', () => end(new Error(`the process of the attackers ended:\n${child.output()}`)));
  const send = async (order: AttackerOrder): Promise<Outcomes> => {
    const replied = new Promise<AttackerReply>((resolve) => child.process.once('message', resolve));
    child.process.send(order);
    const reply = await Promise.race([replied, ended]);
    if (reply.kind === 'failure') throw new Error(reply.message);
    return reply.outcomes;
  };
  try {
    await send({ kind: 'prepare', attack: name, target });
  } catch (error) {
    await child.kill();
    throw error;
  }
  return {
    begin: () => send({ kind: 'begin' }),
    pause: () => send({ kind: 'pause' }),
    report: () => send({ kind: 'report' }),
    kill: () => child.kill(),
  };
}
