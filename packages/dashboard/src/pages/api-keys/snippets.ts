import { snippetsFor } from '../connect/snippets.ts';

/** A new key with its secret. */
export interface NewKey {
  key: string;
  scopes: readonly string[];
}

export interface KeySnippet {
  id: string;
  name: string;
  code: string;
  /** True when the code reads the key from MNEMA_API_KEY. */
  needsVariable: boolean;
}

/** The snippets with a new key in place. Only curl and MCP work with a key that does not both read and write. */
export function snippetsWith({ key, scopes }: NewKey, base: string): readonly KeySnippet[] {
  const canBoth = scopes.includes('read') && scopes.includes('write');
  const search = `curl ${base}/search \\
  -H "X-API-Key: $MNEMA_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"query": "tea"}'`;
  return snippetsFor(base)
    .filter(({ id }) => canBoth || id === 'curl' || id === 'mcp')
    .map(({ id, name, code }) => {
      if (id === 'mcp') return { id, name, code: code.replace('mnk_…', key), needsVariable: false };
      if (id !== 'curl') return { id, name, code, needsVariable: true };
      const call = scopes.includes('write') ? code : search;
      return { id, name, code: `export MNEMA_API_KEY=${key}\n${call}`, needsVariable: false };
    });
}
