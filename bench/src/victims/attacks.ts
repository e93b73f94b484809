import type { Attack } from './attack.ts';
import { heldLogIns } from './attacks/held-log-ins.ts';
import { logIns } from './attacks/log-ins.ts';
import { longSearches } from './attacks/long-searches.ts';
import { profiles } from './attacks/profiles.ts';
import { slowBodies, slowBodiesOfEight } from './attacks/slow-bodies.ts';
import { slowReaders } from './attacks/slow-readers.ts';

export const attacks: readonly Attack[] = [
  profiles,
  longSearches,
  slowReaders,
  heldLogIns,
  slowBodies,
  slowBodiesOfEight,
  logIns,
];
