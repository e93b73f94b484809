// Drives an official TypeScript client for record_calls.py: reads a call from each line of its input. The packages are
// those of the folder in which it runs.
// Usage: node record-calls.mjs <package> <url | --version>

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [name, url] = process.argv.slice(2);
const { resolve: find } = createRequire(resolve('package.json'));
const load = (path) => import(pathToFileURL(find(path)).href);

if (url === '--version') {
  console.log(JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version);
} else {
  const isFirst = name === '@modelcontextprotocol/sdk';
  const { Client } = await load(isFirst ? `${name}/client/index.js` : name);
  const { StreamableHTTPClientTransport } = await load(isFirst ? `${name}/client/streamableHttp.js` : name);
  const options = isFirst ? {} : { versionNegotiation: { mode: 'auto' } };
  const client = new Client({ name: 'recorder', version: '1' }, options);
  const requestInit = { headers: { 'X-API-Key': process.env.MNEMA_API_KEY } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  await client.listTools();
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const result = await client.callTool(JSON.parse(line)).catch((error) => ({ error: error.message }));
    console.log(JSON.stringify(result));
  }
  await client.close();
}
