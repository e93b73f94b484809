import { describe, expect, it } from 'vitest';
import { describeClock } from '../../ports/clock.contract.ts';
import { describeIdentifiers } from '../../ports/identifiers.contract.ts';
import { createIdentifiers, systemClock } from './clock-and-identifiers.ts';

describeClock('The system clock', () => systemClock);
describeIdentifiers('Sortable identifiers', () => createIdentifiers(systemClock));

describe('memory ids after a restart', () => {
  it('sort after the last one before it, even when the clock has gone back', () => {
    const last = createIdentifiers({ now: () => 2_000_000_000_000 }).memory();
    const restarted = createIdentifiers({ now: () => 1_000_000_000_000 }, last);
    expect(restarted.memory() > last).toBe(true);
  });
});
