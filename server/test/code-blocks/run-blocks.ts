import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, runProgram } from '../run-program.ts';
import { type CodeBlock, root } from './read-pages.ts';

export interface Outcome {
  printed: string;
  /** Why the block did not end well. */
  failure?: string;
}

export type Outcomes = Map<CodeBlock, Outcome>;

export interface RunOptions {
  /** A folder for the files of the run. */
  folder: string;
  environment: Record<string, string>;
}

const run: typeof runProgram = (command, words, options) =>
  runProgram(command, words, { without: /^(MNEMA_|npm_|NODE_COMPILE)/, ...options });

/** Begins the line that a runner prints after each block: its number and, if it failed, why. */
const marker = '\u001e';

/** Divides the output of a runner by its markers. A block without one was not reached, or ended the runner. */
function divide(blocks: readonly CodeBlock[], { code, stdout, stderr }: Ran): Outcomes {
  const parts = stdout.split(new RegExp(`${marker}(.*)\n`));
  return new Map(
    blocks.map((block, index) => {
      const printed = parts[2 * index] ?? '';
      const end = parts[2 * index + 1];
      if (end === '') return [block, { printed }];
      return [block, { printed, failure: end ? JSON.parse(end) : `The program ended with ${code}:\n${stderr}` }];
    }),
  );
}

/** Runs each block as a module of the project, one after the other in one process. */
export async function runTypeScript(
  blocks: readonly CodeBlock[],
  { folder: project, environment }: RunOptions,
): Promise<Outcomes> {
  const words = [join(import.meta.dirname, 'run-modules.mjs'), ...blocks.map((block) => join(project, fileOf(block)))];
  return divide(blocks, await run(process.execPath, words, { cwd: project, environment }));
}

/** Compiles the blocks with every strict option; returns what the compiler prints. */
export async function compileTypeScript(blocks: readonly CodeBlock[], project: string): Promise<string> {
  const options = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck';
  const target =
    '--target es2022 --module nodenext --types node --noPropertyAccessFromIndexSignature --allowImportingTsExtensions';
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const words = [compiler, ...options.split(' '), ...target.split(' '), ...blocks.map(fileOf)];
  return (await run(process.execPath, words, { cwd: project })).stdout;
}

const fileOf = ({ page, line }: CodeBlock): string => `${page.replaceAll(/[/.]/g, '-')}-line-${line}.mts`;

/** The packages that the pages use, and where the workspace has them. */
const packages = {
  ...{ '@mnema/sdk': 'packages/sdk', '@mnema/ai-sdk': 'packages/ai-sdk' },
  ...{ '@mnema/secret-scanner': 'packages/secret-scanner', ai: 'packages/ai-sdk/node_modules/ai' },
  '@types': 'packages/sdk/node_modules/@types',
};

/** Creates a project like that of a reader, with the packages that the pages use. */
export function makeTypeScriptProject(blocks: readonly CodeBlock[], folder: string): string {
  const project = join(folder, 'typescript');
  mkdirSync(join(project, 'node_modules/@mnema'), { recursive: true });
  for (const [name, path] of Object.entries(packages)) {
    symlinkSync(realpathSync(join(root, path)), join(project, 'node_modules', name), 'dir');
  }
  // A reader's project need not have modules as the default: `.mjs` and `.mts` are modules in every project.
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  for (const block of blocks) writeFileSync(join(project, fileOf(block)), block.text);
  return project;
}

/** Runs all blocks in one process. The blocks of a page share their variables. */
export async function runPython(blocks: readonly CodeBlock[], { folder, environment }: RunOptions): Promise<Outcomes> {
  const list = join(folder, 'python-blocks.json');
  writeFileSync(list, JSON.stringify(blocks));
  const words = [join(import.meta.dirname, 'run_blocks.py'), list];
  const ended = await run(join(root, '.venv/bin/python'), words, {
    cwd: folder,
    environment: { ...environment, PYTHONPATH: join(root, 'sdks/python/src') },
  });
  return divide(blocks, ended);
}

/** The packages that the fragments of pages may use: they show the body of a function, without imports. */
const goPackages = [
  ...['bytes', 'context', 'encoding/json', 'errors', 'fmt', 'io', 'log/slog', 'net/http', 'net/http/httptest', 'os'],
  ...['strings', 'sync', 'time', 'github.com/mnema/mnema/sdks/go'],
].map((path) => [path.endsWith('sdks/go') ? 'mnema' : path.split('/').at(-1), path] as const);

/** Builds whole programs unchanged and all fragments as functions of one program, and runs them. */
export async function runGo(blocks: readonly CodeBlock[], { folder, environment }: RunOptions): Promise<Outcomes> {
  const module = join(folder, 'go');
  const programs = blocks.filter(({ text }) => text.startsWith('package main'));
  const fragments = blocks.filter((block) => !programs.includes(block));
  for (const name of ['fragments', ...programs.keys()]) mkdirSync(join(module, `${name}`), { recursive: true });
  writeFileSync(
    join(module, 'go.mod'),
    `module example.com/pages\n\ngo 1.25.0\n
require github.com/mnema/mnema/sdks/go v0.0.0\nreplace github.com/mnema/mnema/sdks/go => ${join(root, 'sdks/go')}\n`,
  );
  writeFileSync(join(module, 'fragments/main.go'), joinFragments(fragments));
  for (const [index, { text }] of programs.entries()) writeFileSync(join(module, `${index}/main.go`), text);
  const settings = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '-buildvcs=false' };
  const build = await run('go', ['build', '-o', `${join(module, 'bin')}/`, './...'], {
    cwd: module,
    environment: settings,
  });
  if (build.code !== 0) throw new Error(`The Go blocks of the pages do not compile:\n${build.stderr}`);
  const outcomes: Outcomes = new Map();
  for (const [index, block] of programs.entries()) {
    const { code, stdout, stderr } = await run(join(module, `bin/${index}`), [], { cwd: module, environment });
    outcomes.set(block, code === 0 ? { printed: stdout } : { printed: stdout, failure: stderr });
  }
  const ended = await run(join(module, 'bin/fragments'), [], { cwd: module, environment });
  for (const [block, outcome] of divide(fragments, ended)) outcomes.set(block, outcome);
  return outcomes;
}

function joinFragments(fragments: readonly CodeBlock[]): string {
  const texts = ['fmt. os. context. mnema.', ...fragments.map(({ text }) => text)].join('\n');
  const imports = goPackages.filter(([name]) => new RegExp(`\\b${name}\\.`).test(texts));
  const functions = fragments.map(
    ({ page, line, text }, index) =>
      `func block${index}(ctx context.Context, client *mnema.Client) error {\n//line ${page}:${line}\n${text}\nreturn nil\n}\n`,
  );
  return `package main

import (
${imports.map(([name, path]) => `${name} ${JSON.stringify(path)}`).join('\n')}
)

func main() {
	client, err := mnema.New()
	if err != nil {
		panic(err)
	}
	for _, block := range []func(context.Context, *mnema.Client) error{${functions.map((_, index) => `block${index}`).join(', ')}} {
		failure := ""
		if err := block(context.Background(), client); err != nil {
			failure = fmt.Sprintf("%q", err)
		}
		fmt.Fprintf(os.Stdout, "${marker}%s\\n", failure)
	}
}

${functions.join('\n')}`;
}

/** Runs the commands of each page in one shell, so that its variables and functions stay. A failed command ends it. */
export async function runShell(
  blocks: readonly CodeBlock[],
  { folder, environment }: RunOptions,
  prepare: (command: string) => string,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (const ofPage of Map.groupBy(blocks, ({ page }) => page).values()) {
    const script = ofPage.map(({ text }) => `${prepare(text)}\nprintf '${marker}\\n'\n`).join('');
    const file = join(folder, 'commands.sh');
    writeFileSync(file, script);
    const ended = await run('bash', ['-eu', file], { cwd: root, environment });
    for (const [block, outcome] of divide(ofPage, ended)) outcomes.set(block, outcome);
  }
  return outcomes;
}
