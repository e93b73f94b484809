/** A page of very long memories ends here, so that no response is built that nobody could hold. In UTF-16 units. */
const maxPageCharacters = 4_000_000;
/** A page of memories with many names ends here, because the thread that asked takes all of it at once. */
const maxPageNames = 5_000;

export interface PageLimit {
  /** Whether the next row begins another page. */
  isFull(): boolean;
  add(size: number): void;
}

/** Of rows whose size is the length of their texts. */
export function limitListPage(maxRows: number): PageLimit {
  return limitPage(maxRows, maxPageCharacters);
}

/** Of rows whose size is the number of names they carry. */
export function limitFacetPage(maxRows: number): PageLimit {
  return limitPage(maxRows, maxPageNames);
}

function limitPage(maxRows: number, maxSize: number): PageLimit {
  let rows = 0;
  let size = 0;
  return {
    isFull: () => rows === maxRows || size >= maxSize,
    add(ofRow) {
      rows++;
      size += ofRow;
    },
  };
}
