// Fails when hand-written code declares a name with a flagged word; see names/flagged-words.mjs.
import { root } from './bootstrap/paths.mjs';
import { checkAllNames } from './names/check-all-names.mjs';

const { flagged, unused } = checkAllNames(root);
for (const { path, line, name, word, instead } of flagged) {
  console.log(`${path}:${line} ${name}: "${word}" is a word of our own; write ${instead}`);
}
for (const name of unused) console.log(`scripts/names/names-that-stay.mjs: nothing is called ${name} any more`);
process.exitCode = flagged.length + unused.length > 0 ? 1 : 0;
