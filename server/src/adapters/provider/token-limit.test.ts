import { expect, it } from 'vitest';
import { tokenLimit } from './create-openai-dialect.ts';

it.each([
  undefined,
  'https://api.openai.com/v1',
  'https://eu.api.openai.com/v1',
  'https://me.openai.azure.com/openai/v1',
])('leaves tokens for reasoning where OpenAI serves: %s', (baseUrl) => {
  expect(tokenLimit(8_000, baseUrl)).toEqual({ max_completion_tokens: 16_000 });
});

it.each(['http://127.0.0.1:11434/v1', 'http://vllm:8000/v1', 'https://openai.com.example.net/v1'])(
  'speaks as every other server understands: %s',
  (baseUrl) => {
    expect(tokenLimit(8_000, baseUrl)).toEqual({ max_tokens: 8_000 });
  },
);
