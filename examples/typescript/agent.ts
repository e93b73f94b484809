// A small agent with a memory. Its first run in a project reads the folder and writes facts to memory. Later runs
// answer from memory alone. Memories of one project never answer questions about another.
//
//   npm start --prefix examples/typescript              the project in the current folder
//   npm start --prefix examples/typescript -- FOLDER    another one
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Mnema, MnemaError } from '@mnema/sdk';

const questions = ['How do I start the tests?', 'Which Node.js must be installed?', 'May I build a product on it?'];

interface Manifest {
  name: string;
  scripts?: Record<string, string>;
  engines?: Record<string, string>;
  license?: string;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** Extracts facts from a manifest, one sentence each. */
function findFacts({ name, scripts, engines, license }: Manifest): string[] {
  const facts = [
    scripts?.['test'] && `The tests of ${name} are run with npm test, which calls ${scripts['test']}.`,
    engines?.['node'] && `${name} runs on Node.js ${engines['node']}.`,
    license && `The licence of ${name}, which says what others may do with it, is ${license}.`,
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

async function learn(mnema: Mnema, project: string, facts: string[]): Promise<void> {
  for (const text of facts) {
    const metadata = { project, source: 'example-agent', memory_type: 'project_info' };
    await mnema.add(text, { agent_id: 'example-agent', metadata }, { waitSeconds: 10 });
    console.log(`  learned: ${text}`);
  }
}

async function answer(mnema: Mnema, project: string, question: string): Promise<void> {
  const filters = { project, source: 'example-agent' };
  const { results } = await mnema.search(question, { agent_id: 'example-agent', filters, top_k: 1 });
  console.log(`${question}\n  ${results[0]?.memory ?? 'I do not know.'}`);
}

try {
  const mnema = new Mnema();
  // npm changes the folder; INIT_CWD is the folder of the user's command.
  const folder = resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? '.');
  const manifest = await readManifest(folder);
  const project = manifest.name;
  const { results } = await mnema.list({ project, source: 'example-agent' });
  if (results.length > 0) {
    console.log(`I know ${project}: ${results.length} memories.`);
  } else {
    console.log(`I have not met ${project} before, and look around.`);
    await learn(mnema, project, findFacts(manifest));
  }
  for (const question of questions) await answer(mnema, project, question);
} catch (error) {
  // Every failure is one sentence: no server, no key, no package.json.
  console.error(MnemaError.is(error) || error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
