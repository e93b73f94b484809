// Finishes the package that tsup has bundled: it adds the entry for receivers of webhooks, and shares the declarations.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsup';
import ts from 'typescript';
import { defaults } from './tsup.config.ts';

const source = '../sdk/src/unwrap.ts';
const write = (name: string, text: string): void => writeFileSync(join(defaults.outDir, name), text);

// A receiver of webhooks needs no client, so the entry has a bundle of its own.
await build({ ...defaults, config: false, entry: { webhooks: source } });
const { outputText } = ts.transpileDeclaration(readFileSync(source, 'utf8'), { fileName: source });
write('webhooks.d.cts', outputText.replaceAll(/'\.\/(errors|types)\.ts'/g, "'./index.cjs'"));

// The declarations are two thirds of the package. Modules can refer to those of CommonJS, but not the other way round.
for (const name of ['index', 'webhooks']) write(`${name}.d.ts`, `export * from './${name}.cjs';\n`);
