import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

const memoryFileSystem = 0x01021994;

/** The properties of the machine that matter for a comparison of two runs. */
export function machineFacts(folder: string): Record<string, string> {
  return {
    processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores usable`,
    memory: `${(totalmem() / 1e9).toFixed(1)} GB`,
    system: `${platform()} ${release()}`,
    'Node.js': process.versions.node,
    'load before the run': (loadavg()[0] ?? 0).toFixed(2),
    'durable append of 4 KiB': `${durableAppendMs(folder).toFixed(2)} ms${isInMemory(folder) ? ' (a file system in memory: set TMPDIR to one on a disk, writes are too fast here)' : ''}`,
  };
}

function durableAppendMs(folder: string): number {
  const file = openSync(join(folder, 'append'), 'w');
  const block = Buffer.alloc(4_096, 1);
  const times = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    writeSync(file, block);
    fsyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return median(times);
}

function isInMemory(folder: string): boolean {
  return platform() === 'linux' && statfsSync(folder).type === memoryFileSystem;
}
