import type { Attack } from '../attack.ts';
import { holdBody, keepUnderWay } from '../attacker-requests.ts';

const strangers = 200;

export const heldLogIns: Attack = {
  name: 'held log-ins',
  description: `${strangers} strangers, each with an address of its own, that send one byte of a log-in and hold`,
  plans: ['free'],
  begin({ port, outcomes }) {
    keepUnderWay(strangers, outcomes, (index) =>
      holdBody(port, { path: '/auth/login', address: `127.0.1.${index + 1}` }),
    );
  },
};
