export const en = {
  title: 'Connect',
  lead: 'Let an agent write its first memory.',
  key: {
    title: '1. Create an API key',
    text: 'A key lets a program read and write your memories. Each agent should have its own.',
    link: 'Create a key',
    after: 'The snippets read the key from the variable MNEMA_API_KEY.',
  },
  snippets: {
    title: '2. Paste this',
    label: 'Ways to connect',
    code: (name: string) => `Code for ${name}`,
    mcp: 'For Claude Code, Cursor and other clients that support MCP over HTTP. Replace mnk_… with your key.',
  },
  check: {
    title: '3. Check that it works',
    waiting: 'Waiting for your first memory …',
    waitingNext: 'Waiting for the next memory …',
    received: 'Received.',
    open: 'Open the memory',
  },
};
