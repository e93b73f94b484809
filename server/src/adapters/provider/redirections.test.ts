import { expect, it } from 'vitest';
import { listen } from '../../../test/listen.ts';
import { createCohereDialect } from './create-cohere-dialect.ts';
import { createOpenAiDialect } from './create-openai-dialect.ts';

it.each([
  ['Cohere', createCohereDialect, '/v2/embed', 'MNEMA_COHERE_BASE_URL'],
  ['the server of MNEMA_OPENAI_BASE_URL', createOpenAiDialect, '/embeddings', 'MNEMA_OPENAI_BASE_URL'],
])(
  '%s: reports a redirection as a wrong address, and sends neither texts nor the key there',
  async (provider, create, path, variable) => {
    const paths: unknown[] = [];
    const { url: baseUrl } = await listen((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const dialect = create({ apiKey: 'key', baseUrl });
    const request = { model: 'model', dimensions: 3, texts: ['a text'], kind: 'query' as const };
    await expect(dialect.embed(request, new AbortController().signal)).rejects.toMatchObject({
      fault: 'setting',
      message: `${provider} responded with 307, a redirection: check ${variable}`,
    });
    expect(paths).toEqual([path]);
  },
);
