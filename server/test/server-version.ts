import { readFileSync } from 'node:fs';

/** The version that the server reports. `npm run version-packages` changes it. */
export const serverVersion: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
