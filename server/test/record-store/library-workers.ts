const entryOf = (name: string) => new URL(`./${name}.ts`, import.meta.url);

/** The threads of a store of SQLite with the kinds of the library. */
export const libraryWorkers = {
  writer: entryOf('library-writer'),
  reader: entryOf('library-reporter'),
  reporter: entryOf('library-reporter'),
};

/** The threads of its later version. */
export const laterWorkers = { ...libraryWorkers, writer: entryOf('later-writer') };
