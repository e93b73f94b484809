import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/config.ts';
import { spawnMnema, temporaryDirectory, whenReady } from './spawn-server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** The image's. */
const asUser = ['--reuid=1000', '--regid=1000', '--clear-groups'];

interface Stage {
  /** Each with its words. */
  instructions: { name: string; words: string }[];
}

/** The stages of the Dockerfile, in order. */
function readStages(): Stage[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines.filter((one) => one !== '')) {
    const [, name = '', words = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ instructions: [] });
    stages.at(-1)?.instructions.push({ name, words });
  }
  return stages;
}

const wordsOf = (stage: Stage, name: string) =>
  stage.instructions.filter((one) => one.name === name).map(({ words }) => words);

/** What the builder would see: files of the repository that .dockerignore lets in. */
async function contextFiles(): Promise<string[]> {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const letIn = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const keptOut = rules.filter((rule) => !/^(!|\*$|\*\*\/)/.test(rule));
  const within = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);
  // Git leaves out what the rules with ** leave out: packages, builds and data of a checkout.
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  return stdout
    .split('\n')
    .filter((file) => letIn.some((folder) => within(file, folder)) && !keptOut.some((folder) => within(file, folder)));
}

function copy(file: string, target: string): void {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(join(root, file), join(target, file));
}

/** The environment of the image: no Node.js but that of the base image, and nothing of this checkout. */
function builderEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(MNEMA_|npm_|VITEST|NODE_)/i.test(name));
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !resolve(folder).startsWith(resolve(root)));
  return { ...Object.fromEntries(entries), PATH: path.join(':') };
}

it("builds with the image's commands, starts as another user on files it cannot write to, and makes a memory ready", async () => {
  const [build, dependencies, final] = readStages() as [Stage, Stage, Stage];
  const files = await contextFiles();
  // On the disk, where pnpm links packages instead of copying them.
  const workshop = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'mnema-image-'));
  onTestFinished(() => rmSync(workshop, { recursive: true, force: true }));
  const folders = {
    build: join(workshop, 'build'),
    dependencies: join(workshop, 'dependencies'),
    data: join(workshop, 'data'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);

  expect(wordsOf(build, 'COPY')).toEqual(['. .']);
  for (const file of files) copy(file, folders.build);
  for (const words of wordsOf(dependencies, 'COPY')) {
    const sources = words.split(' ').slice(0, -1);
    const wanted = files.filter((file) => sources.some((source) => file === source || file.startsWith(`${source}/`)));
    expect(wanted.length, words).toBeGreaterThanOrEqual(sources.length);
    for (const file of wanted) copy(file, folders.dependencies);
  }
  for (const [stage, cwd] of [
    [build, folders.build],
    [dependencies, folders.dependencies],
  ] as const) {
    for (const command of wordsOf(stage, 'RUN')) {
      await run('bash', ['-ec', command], { cwd, env: builderEnvironment(), maxBuffer: 1e8 });
    }
  }
  const { stdout: libraries } = await run('find', [folders.dependencies, '-name', 'onnxruntime_binding.node']);
  expect(libraries).toMatch(new RegExp(`^\\S+/linux/${process.arch}/onnxruntime_binding.node\\n$`));
  expect(wordsOf(final, 'COPY')).toContain('--from=build /mnema/server/dist server/dist');
  cpSync(join(folders.build, 'server/dist'), join(folders.dependencies, 'server/dist'), { recursive: true });

  const settings = Object.fromEntries(
    wordsOf(final, 'ENV').flatMap((words) => words.split(' ').map((word) => word.split('=') as [string, string])),
  );
  expect(settings).toMatchObject({ MNEMA_HOST: '0.0.0.0', MNEMA_DATA_DIR: '/data', MNEMA_WATCHDOG: 'on' });
  const [program, ...words] = JSON.parse(wordsOf(final, 'CMD')[0] as string) as string[];
  expect(program).toBe('node');
  chmodSync(workshop, 0o755);
  chmodSync(folders.data, 0o777);
  const isRoot = process.getuid?.() === 0;
  const server = spawnMnema(words.slice(1), {
    directory: folders.data,
    program: join(folders.dependencies, words[0] as string),
    environment: { ...settings, MNEMA_DATA_DIR: folders.data },
    ...(isRoot ? { through: ['setpriv', ...asUser] } : {}),
  });
  const { url, client } = await whenReady(server, 30_000);
  expect(server.stdout()).toContain('Registration is closed. MNEMA_REGISTRATION=open');
  const response = await client.send('POST', '/memories', { text: 'the boat leaves at noon' }, { Prefer: 'wait=10' });
  expect([response.status, response.body.status]).toEqual([201, 'ready']);

  const check = /CMD (\[.*\])$/.exec(wordsOf(final, 'HEALTHCHECK')[0] as string)?.[1] as string;
  const [, ...checkWords] = JSON.parse(check) as string[];
  const isHealthy = () => run(process.execPath, checkWords, { env: { MNEMA_PORT: new URL(url).port } });
  await isHealthy();

  // This is `docker exec <container> mnema doctor`: it runs by the link, as the image's user, beside the server.
  const commands = join(workshop, 'bin');
  mkdirSync(commands);
  const link = wordsOf(final, 'RUN')
    .join('\n')
    .match(/ln -s .*$/m)?.[0] as string;
  const linked = link.replace('/mnema/', `${folders.dependencies}/`).replace('/usr/local/bin/', `${commands}/`);
  await run('bash', ['-ec', linked]);
  const { stdout } = await run(isRoot ? 'setpriv' : 'env', [...(isRoot ? asUser : []), 'mnema', 'doctor', '--json'], {
    env: {
      ...settings,
      MNEMA_PORT: new URL(url).port,
      MNEMA_DATA_DIR: folders.data,
      PATH: [commands, dirname(process.execPath), process.env['PATH']].join(':'),
    },
  });
  const { checks } = JSON.parse(stdout) as { checks: { status: string }[] };
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.filter(({ status }) => status === 'problem')).toEqual([]);

  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  await expect(isHealthy()).rejects.toThrow();
}, 300_000);

it('gives the services of the Compose file settings that the server takes, secrets as files, and limits', () => {
  const { services, secrets } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
  const directory = temporaryDirectory();
  for (const name of Object.keys(secrets)) writeFileSync(join(directory, name), 'a-long-secret-value\n');
  for (const name of ['server', 'worker']) {
    const { environment, secrets: mounted, ...service } = services[name];
    const settings = Object.fromEntries(
      Object.entries(environment as Record<string, string>).map(([variable, value]) => {
        const secret = /^\/run\/secrets\/(.*)$/.exec(value)?.[1];
        if (secret === undefined) return [variable, value];
        expect(mounted).toContain(secret);
        return [variable, join(directory, secret)];
      }),
    );
    expect(parseConfig(settings)).toMatchObject({
      ...{ metricsToken: 'a-long-secret-value', mongodbUri: 'mongodb://mongodb:27017/mnema?directConnection=true' },
      redis: { url: 'redis://redis:6379' },
    });
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  }
  expect(services.server.environment.MNEMA_ROLES).toBe('api');
  expect(services.worker.environment.MNEMA_ROLES).toBe('worker');
});
