import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';

/** Renders a Markdown page of all summaries and descriptions of the contract, each below its JSON pointer. */
export async function listContractTexts() {
  const contract = JSON.parse(readFileSync(join(root, 'server/src/generated/openapi.json'), 'utf8'));
  return [...textsOf(contract, '')].map(([pointer, text]) => `<!-- ${pointer} -->\n\n${text}\n`).join('\n');
}

function* textsOf(value, pointer) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    const isText = typeof child === 'string' && (name === 'summary' || name === 'description');
    if (isText) yield [`${pointer}/${name}`, child];
    // Examples are data of the API.
    else if (name !== 'example' && name !== 'examples') yield* textsOf(child, `${pointer}/${name}`);
  }
}
