import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Creates the extractor and the reranker of a configuration in a new process, and lists the packages that it loads. */
function packagesLoadedWith(config: object): string[] {
  const script = `
    import { createRequire } from 'node:module';
    import { createExtractor, createReranker } from ${JSON.stringify(new URL('create-providers.ts', import.meta.url).href)};
    const config = ${JSON.stringify(config)};
    await Promise.all([createExtractor(config), createReranker(config)]);
    console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  const packages = (JSON.parse(output) as string[]).map(
    (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1],
  );
  return [...new Set(packages)].filter((name) => name !== undefined);
}

const extractor = { model: 'a model', apiKey: 'key', baseUrl: 'http://127.0.0.1:1' };

it('loads cohere-ai only if Cohere is configured, because it takes memory and time to start', () => {
  const without = { extractor: { ...extractor, kind: 'openai' }, reranker: { kind: 'none' } };
  expect(packagesLoadedWith(without)).not.toContain('cohere-ai');
  expect(packagesLoadedWith({ ...without, extractor: { ...extractor, kind: 'cohere' } })).toContain('cohere-ai');
  expect(packagesLoadedWith({ ...without, reranker: { ...extractor, kind: 'cohere' } })).toContain('cohere-ai');
});
