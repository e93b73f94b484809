import { expect } from 'vitest';
import { it, useAccount } from '../shared-apps.ts';

/** Made up here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const { app, api } = useAccount();

const skipped = [
  {
    role: 'assistant',
    content: null,
    audio: { id: 'audio_1' },
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look' } }],
  },
  { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }], id: 'm1', annotations: [] },
];

it('a conversation of a chat API is stored with its texts, and the response counts what was left out', async () => {
  const messages = [
    { role: 'developer', content: 'Be brief.' },
    ...[...skipped, { role: 'assistant', content: ' \n' }, { role: 'assistant' }],
    { role: 'human', content: ' Look. ', name: '' },
    { role: 'function', name: 'look', content: 'A blue boat.', tool_call_id: 'call_1' },
    {
      role: 'ai',
      content: [
        { type: 'text', text: 'It is' },
        { type: 'text', text: 'blue.' },
      ],
    },
  ];
  const warnings = [{ code: 'messages_skipped', message: '4 messages without text were left out.', count: 4 }];
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Prefer: 'wait=5' };
  const written = await api.post('/memories', { messages }, headers);
  expect([written.status, written.body.warnings]).toEqual([201, warnings]);
  expect((await api.post('/memories', { messages }, headers)).body.warnings).toEqual(warnings);
  const { body } = await api.get(`/memories/${written.body.id}`);
  expect(body.memory).toBe('system: Be brief.\nuser:  Look. \nlook: A blue boat.\nassistant: It is\nblue.');
  expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'tool', 'assistant']);
  expect((await api.post('/memories', { messages: messages.slice(0, 1) })).body).not.toHaveProperty('warnings');
});

it('each conversation of a batch has its own count, and one without any text is rejected alone', async () => {
  const text = { role: 'user', content: 'hello' };
  const memories = [{ messages: [...skipped, text] }, { messages: skipped }, { messages: [text] }];
  const { body } = await api.post('/memories/batch', { memories });
  const [first, second, third] = body.results;
  expect(first.memory.warnings).toMatchObject([{ count: 2 }]);
  expect(second.error.errors).toMatchObject([{ path: '/body/memories/1/messages' }]);
  expect(third.memory).not.toHaveProperty('warnings');
});

it('a secret is named by the position of its message in the request', async () => {
  const messages = [...skipped, { role: 'user', content: `use ${token}` }];
  const rejected = await api.post('/memories', { messages });
  expect([rejected.status, rejected.body.errors[0].path]).toEqual([422, '/body/messages/2/content']);
  expect(rejected.body.detail).toContain('messages/2/content');
  const redacting = (await app.withServices({ contentPolicy: 'redact' })).client(api.headers);
  const { body } = await redacting.post('/memories', { messages });
  expect(body.redacted).toMatchObject([{ path: '/body/messages/2/content' }]);
});
