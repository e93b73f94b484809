import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, Target } from './attack.ts';
import type { AttackerOrder, AttackerReply } from './attacker-messages.ts';
import { continueAttempts, pauseAttempts } from './attacker-requests.ts';
import { attacks } from './attacks.ts';
import { hardWork } from './hard-work.ts';

// This separate process attacks, so that its work does not delay the clients that are measured.

/** The time for opening all connections of an attack. */
const rampUpMs = 1_000;

let prepared: { attack: Attack; target: Target; hasBegun: boolean } | undefined;

process.on('message', (order: AttackerOrder) => {
  const reply = (message: AttackerReply) => process.send?.(message);
  carryOut(order).then(
    () => reply({ kind: 'done', outcomes: prepared?.target.outcomes ?? new Map() }),
    (error: Error) => reply({ kind: 'failure', message: error.message }),
  );
});
process.on('disconnect', () => process.exit());

async function carryOut(order: AttackerOrder): Promise<void> {
  if (order.kind === 'prepare') {
    const attack = [...attacks, ...hardWork].find(({ name }) => name === order.attack);
    if (!attack) throw new Error(`there is no attack ${order.attack}`);
    prepared = { attack, target: { ...order.target, outcomes: new Map() }, hasBegun: false };
    await attack.prepare?.(prepared.target);
  } else if (prepared && order.kind === 'begin') {
    continueAttempts();
    if (!prepared.hasBegun) prepared.attack.begin(prepared.target);
    prepared.hasBegun = true;
    await delay(rampUpMs);
  } else if (prepared && order.kind === 'pause') {
    await pauseAttempts();
    await prepared.attack.cleanUp?.(prepared.target);
  }
}
