/**
 * The maximum of UTF-16 units in a page of long memories. The main thread renders the JSON of a page in one step, for
 * which every other request waits.
 */
const maxPageCharacters = 1_000_000;
/** The maximum of names in a page, because the requesting thread processes a page in one step. */
const maxPageNames = 5_000;

/** Limits a page of rows whose size is the length of their texts. */
export function limitListPage(maxRows: number) {
  return limitPage(maxRows, maxPageCharacters);
}

/** Limits a page of rows whose size is the number of their names. */
export function limitFacetPage(maxRows: number) {
  return limitPage(maxRows, maxPageNames);
}

function limitPage(maxRows: number, maxSize: number) {
  let rows = 0;
  let size = 0;
  return {
    /** Whether the next row begins another page. */
    isFull: () => rows === maxRows || size >= maxSize,
    add(ofRow: number): void {
      rows++;
      size += ofRow;
    },
  };
}
