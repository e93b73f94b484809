import { readSync, writeSync } from 'node:fs';

/** The layout of a database file (https://www.sqlite.org/fileformat2.html). */
export interface FileLayout {
  pageSize: number;
  pages: number;
  /** Whether some pages contain pointers, which look like pages of a tree. */
  hasPointerPages: boolean;
}

/** The kinds of pages in a tree, with the sizes of their headers. */
const headerSizes: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** The page number from which a page that continues a long row could look like a page of a tree. */
const maxPages = 0x02000000;
/** The size of the file header, with which the first page begins. */
const fileHeaderSize = 100;

/**
 * Overwrites the unallocated space of the pages of trees. SQLite leaves copies there of rows that it moved to other
 * pages, because it overwrites only freed space. The file must have no log and no writer.
 * @param position where the part begins, a multiple of the page size
 * @returns where the next part begins, and null at the end of the file
 */
export function eraseUnallocated(
  descriptor: number,
  { pageSize, pages, hasPointerPages }: FileLayout,
  position: number,
  maxBytes: number,
): number | null {
  if (hasPointerPages || pages >= maxPages) return null;
  const bytes = Math.min(maxBytes, pages * pageSize - position);
  if (bytes <= 0) return null;
  const part = Buffer.allocUnsafe(bytes);
  const whole = Math.floor(readSync(descriptor, part, 0, bytes, position) / pageSize) * pageSize;
  for (let start = 0; start < whole; start += pageSize) {
    const page = part.subarray(start, start + pageSize);
    const space = unallocatedSpace(page, position + start === 0 ? fileHeaderSize : 0);
    if (!space || isEmpty(page.subarray(space.from, space.to))) continue;
    page.fill(0, space.from, space.to);
    writeSync(descriptor, page, space.from, space.to - space.from, position + start + space.from);
  }
  const end = position + bytes;
  return end < pages * pageSize ? end : null;
}

/** Finds the space between the pointers to a page's cells and the first cell; undefined for other kinds of pages. */
function unallocatedSpace(page: Buffer, header: number): { from: number; to: number } | undefined {
  const size = headerSizes[page[header] as number];
  if (size === undefined) return undefined;
  const from = header + size + 2 * page.readUInt16BE(header + 3);
  // With the largest pages, 0 means 65,536.
  const to = page.readUInt16BE(header + 5) || 65_536;
  return from <= to && to <= page.length ? { from, to } : undefined;
}

function isEmpty(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes[0] === 0 && bytes.compare(bytes, 1, bytes.length, 0, bytes.length - 1) === 0);
}
