import { describeClock } from '../../ports/clock.contract.ts';
import { systemClock } from './system-clock.ts';

describeClock('The system clock', () => systemClock);
