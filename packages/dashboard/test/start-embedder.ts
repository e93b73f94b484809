import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const dimensions = 256;

/** Points each text, except for equal ones, in a direction of its own, as good as. */
function embed(text: string): number[] {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) % dimensions;
  return Array.from({ length: dimensions }, (_, index) => (index === hash ? 1 : 0));
}

export interface TestEmbedder {
  /** The variables that make a server use it. */
  environment: Record<string, string>;
  close(): void;
}

/** Starts an embedder without a model, for tests with many memories. */
export async function startEmbedder(): Promise<TestEmbedder> {
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string | string[] };
    const data = [input].flat().map((text, index) => ({ index, embedding: embed(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    environment: {
      MNEMA_EMBEDDER: 'openai',
      MNEMA_OPENAI_BASE_URL: `http://127.0.0.1:${port}`,
      MNEMA_EMBEDDING_MODEL: 'of-the-tests',
      MNEMA_EMBEDDING_DIMENSIONS: String(dimensions),
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
