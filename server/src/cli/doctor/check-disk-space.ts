import { type Finding, ok, problem, warning } from '../../lib/finding.ts';
import { readableBytes } from '../../lib/readable-bytes.ts';

const fewBytes = 1024 ** 3;
const tooFewBytes = 100 * 1024 ** 2;

/** @param free - bytes that this user may still write */
export function checkDiskSpace({ free, directory }: { free: number; directory: string }): Finding {
  const finding = `${readableBytes(free)} free where ${directory} is`;
  const fix = 'free some space, or move the data directory to a larger disk: writes are refused when it is full';
  if (free < tooFewBytes) return problem(finding, fix);
  return free < fewBytes ? warning(finding, fix) : ok(finding);
}
