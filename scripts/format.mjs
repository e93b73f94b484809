import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython, python } from './bootstrap/ensure-python.mjs';
import { goIsMissing, goModules } from './bootstrap/go.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture } from './bootstrap/run-tool.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  await ensurePython();
  const steps = [
    ['biome', 'check', '--write', '.'],
    [python, '-m', 'ruff', 'format', '--no-cache', 'sdks/python', 'examples/python'],
  ];
  if (goIsMissing()) console.log('not formatted: the Go SDK, because there is no Go here');
  else steps.push(['gofmt', '-l', '-w', ...goModules]);
  let failed = 0;
  for (const [command, ...args] of steps) {
    const { code, output } = await capture(command, args);
    process.stdout.write(output);
    failed ||= code;
  }
  return failed;
});
