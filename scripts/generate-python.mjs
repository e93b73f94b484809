// Generates parts of the Python SDK. `--check` changes nothing and fails on a difference.
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { runPython } from './bootstrap/run-python.mjs';

await ensurePython();
process.exitCode = await runPython(['sdks/python/scripts/generate.py', ...process.argv.slice(2)]);
