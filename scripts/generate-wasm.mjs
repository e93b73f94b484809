// Assembles the WebAssembly modules of the server from their text. `--check` changes nothing and fails on a difference.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import loadWabt from 'wabt';
import { listFiles } from './bootstrap/list-files.mjs';
import { root } from './bootstrap/paths.mjs';

const wabt = await loadWabt();

function assemble(file) {
  const module = wabt.parseWat(file, readFileSync(file, 'utf8'), { simd: true });
  try {
    module.validate();
    return Buffer.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

function generate(file) {
  const target = file.replace(/wat$/, 'wasm');
  const binary = assemble(file);
  if (!process.argv.includes('--check')) writeFileSync(target, binary);
  else if (!binary.equals(readFileSync(target)))
    throw new Error(`${relative(root, target)} is not what its text gives: run npm run generate`);
}

for (const file of listFiles(join(root, 'server/src')).filter((name) => name.endsWith('.wat'))) {
  try {
    generate(file);
  } catch (error) {
    // The message omits the stack, which quotes the whole assembler.
    console.error(error.message);
    process.exitCode = 1;
  }
}
