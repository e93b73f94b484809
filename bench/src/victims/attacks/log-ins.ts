import type { Attack } from '../attack.ts';
import { keepUnderWay, send } from '../attacker-requests.ts';

const atOnce = 190;

export const logIns: Attack = {
  name: 'log-ins',
  description: `${atOnce} log-ins at once of one free account, with its right password`,
  plans: ['free'],
  begin({ port, attackers: [{ email, password, address }], outcomes }) {
    const body = JSON.stringify({ email, password });
    keepUnderWay(atOnce, outcomes, () => send(port, { method: 'POST', path: '/auth/login', body, address }));
  },
};
