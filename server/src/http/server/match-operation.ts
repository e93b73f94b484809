import type { Operation } from '../../api/contract.ts';
import { HttpProblem } from '../../api/problem.ts';

export interface Match {
  operation: Operation;
  path: Record<string, string>;
}

/**
 * Finds the operation of a request.
 * @throws {HttpProblem} 404 for a path the contract does not know, 405 for a method it does not know there
 */
export function createMatcher(operations: Operation[]): (method: string, path: string) => Match {
  const templates = [...Map.groupBy(operations, ({ path }) => path)].map(([path, offered]) => ({
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}${endingOf(offered)}$`),
    offered: new Map(offered.map((operation) => [operation.method, operation])),
  }));
  return (method, path) => {
    for (const { names, pattern, offered } of templates) {
      const values = pattern.exec(path)?.slice(1).map(decoded);
      if (!values || values.includes(undefined)) continue;
      // Node leaves out the body of an answer to HEAD; all the rest is that of GET.
      const operation = offered.get(method === 'HEAD' ? 'GET' : method);
      if (!operation) {
        const allowed = [...offered.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
        throw new HttpProblem('method_not_allowed', `This path takes ${allowed}.`, { headers: { Allow: allowed } });
      }
      return { operation, path: Object.fromEntries(names.map((name, at) => [name, values[at] as string])) };
    }
    throw new HttpProblem('not_found', 'There is nothing at this path. GET /openapi.json lists what there is.');
  };
}

/** Clients are told to paste the URL of the MCP endpoint, and people end URLs with a slash. */
function endingOf(offered: Operation[]): string {
  return offered.some(({ isMcp }) => isMcp) ? '/?' : '';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
