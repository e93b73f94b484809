export interface ReceivedResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test expects another shape
  body: any;
}

export interface Client {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ReceivedResponse>;
}

/**
 * @param key - API key; null sends none
 * @param maxResponseMs - a request that takes longer rejects
 */
export function createClient(
  url: string,
  key: string | null,
  { maxResponseMs }: { maxResponseMs?: number } = {},
): Client {
  return {
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { 'X-API-Key': key }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(maxResponseMs === undefined ? {} : { signal: AbortSignal.timeout(maxResponseMs) }),
      });
      const text = await response.text();
      const json = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
    },
  };
}

export interface ListedMemory {
  id: string;
  memory: string;
  status: string;
  failure: { code: string } | null;
  version: number;
  metadata: Record<string, unknown>;
}

/** Every memory, page by page. */
export async function listAll(client: Client, query = ''): Promise<ListedMemory[]> {
  const memories: ListedMemory[] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/memories?limit=1000${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body } = await client.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
    memories.push(...body.results);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return memories;
}
