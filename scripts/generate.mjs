// Runs every generator in this order: the later ones read the output of the first. `--check` changes nothing and fails
// on a difference.
import { runTool } from './bootstrap/run-tool.mjs';

const generators = [
  'scripts/generate-contract.mjs',
  'scripts/generate-python.mjs',
  'scripts/generate-go.mjs',
  'scripts/generate-wasm.mjs',
  'scripts/generate-configuration.mjs',
  'scripts/generate-mcp-tools.mjs',
  'scripts/generate-method-tables.mjs',
];

for (const generator of generators) {
  const code = await runTool(generator, process.argv.slice(2));
  if (code !== 0) process.exitCode = code;
}
