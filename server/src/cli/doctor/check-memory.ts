import { type Finding, ok, warning } from '../../lib/finding.ts';
import { readableBytes } from '../../lib/readable-bytes.ts';

const fewBytes = 512 * 1024 * 1024;

/** @param total - bytes the machine, or the container, has */
export function checkMemory({ total, available }: { total: number; available: number }): Finding {
  const finding = `${readableBytes(total)} of memory, of which ${readableBytes(available)} are available`;
  if (total >= fewBytes) return ok(finding);
  return warning(
    finding,
    `give the server ${readableBytes(fewBytes)} or more: the encoder and the vectors of searching accounts are held in memory`,
  );
}
