import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const python = process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python';

/** An SDK and the command of its runner; the arguments PLAN and RESULT follow. */
export interface Language {
  name: string;
  cwd: string;
  command: string[];
  /** The file of the runner; without it this SDK is not in the checkout. */
  runner: string;
}

const language = (name: string, cwd: string, command: string[], runner: string): Language => ({
  name,
  cwd: join(root, cwd),
  command,
  runner: join(root, runner),
});

export const languages: Language[] = [
  language(
    'typescript',
    'packages/sdk',
    [process.execPath, 'conformance/runner.mjs'],
    'packages/sdk/conformance/runner.mjs',
  ),
  language('python', 'sdks/python', [join(root, python), 'conformance/runner.py'], 'sdks/python/conformance/runner.py'),
  language(
    'python-async',
    'sdks/python',
    [join(root, python), 'conformance/runner.py', '--async'],
    'sdks/python/conformance/runner.py',
  ),
  language('go', 'sdks/go', ['go', 'run', './conformance'], 'sdks/go/conformance/main.go'),
];

export const isHere = ({ runner }: Language): boolean => existsSync(runner);
