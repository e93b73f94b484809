const blockLines = 6;

/** Returns the lines with code: imports, comments and lone brackets are alike everywhere. */
function codeLines(text) {
  const withoutImports = text.replaceAll(/^(?:import|export) [^;]*? from '[^']*';$/gms, '');
  return withoutImports
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !/^(\/\/|\/?\*)/.test(line));
}

/** Counts the runs of six or more lines that are both in the SQLite and in the MongoDB adapter. */
export function countSharedBlocks(sources) {
  const of = (folder) =>
    sources.filter(({ path }) => path.includes(`/adapters/${folder}/`)).map(({ text }) => codeLines(text));
  const blockAt = (lines, at) => lines.slice(at, at + blockLines).join('\n');
  const known = new Set();
  for (const lines of of('sqlite')) {
    for (let at = 0; at + blockLines <= lines.length; at++) known.add(blockAt(lines, at));
  }
  let blocks = 0;
  for (const lines of of('mongodb')) {
    let inBlock = false;
    for (let at = 0; at + blockLines <= lines.length; at++) {
      const isShared = known.has(blockAt(lines, at));
      if (isShared && !inBlock) blocks++;
      inBlock = isShared;
    }
  }
  return blocks;
}
