import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size of a semi-space of the main thread. Half of it would cost a write an eighth more processor time. */
const mainMegabytes = 8;
/** The size of a semi-space of every other thread, which has little work at a time. */
const threadMegabytes = 2;

/** The maximum growth of a thread's old generation between two full collections. V8 would let it triple. */
const oldGrowthPercent = 40;

/** Under load each young generation would grow to 130 MB. @returns is to be called when the modules are loaded */
export function limitHeaps(): () => void {
  setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`);
  // Threads begin with their full size, because no thread grows while the growth is stopped.
  setFlagsFromString(`--min-semi-space-size=${threadMegabytes}`);
  setFlagsFromString(`--max-semi-space-size=${threadMegabytes}`);
  setGrowth(1);
  return () => {
    if (hasGrown()) return;
    setGrowth(2);
    const observer = new PerformanceObserver(() => {
      if (!hasGrown()) return;
      setGrowth(1);
      observer.disconnect();
    });
    observer.observe({ entryTypes: ['gc'] });
  };
}

/** V8 reads the factor of this flag whenever a young generation might grow. */
function setGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

/** Whether this thread has semi-spaces of the full size. V8 counts both. */
function hasGrown(): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_size ?? 0) >= 2 * mainMegabytes * 1024 * 1024;
}
