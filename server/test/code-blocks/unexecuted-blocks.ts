/** The blocks that no test executes, by a part of their text, each with the reason. */
export const unexecutedBlocks: readonly { part: string; reason: string }[] = [
  { part: 'git clone https://github.com/mnema/mnema', reason: 'The last line starts the server of this test.' },
  { part: 'npm start\n', reason: 'It starts the server of this test.' },
  { part: 'docker build', reason: 'It needs Docker; image.test.ts runs the same image without it.' },
  { part: 'docker compose up', reason: 'It needs Docker; dclint checks the file.' },
  { part: 'npm run soak', reason: 'It takes 40 minutes; faults.test.ts runs its scenarios.' },
  { part: 'npm run bench', reason: 'It takes minutes.' },
  { part: 'mnema reembed', reason: 'It works on MongoDB, or on a stopped server; reembed.test.ts runs it.' },
  { part: '--data locomo10.json', reason: 'It needs a file that is not in the repository; locomo.test.ts runs it.' },
  { part: 'sudo systemctl', reason: 'It needs root and systemd.' },
  { part: 'npx vitest run', reason: 'These are tests of this suite, and of services that need credentials.' },
  { part: 'sudo ', reason: 'It needs systemd and root; start-and-stop.test.ts starts the same command.' },
  {
    part: 'npm run --silent locomo',
    reason: 'It needs a file that may not be in the repository; locomo.test.ts runs it.',
  },
  { part: 'mvn -B', reason: 'It downloads from Maven; model-files.test.ts compares the digests.' },
  { part: 'describeMemoryStore(', reason: 'These are tests of a store that the reader has yet to write.' },
  { part: 'async with AsyncMnema() as client:\n    agent =', reason: 'test_langgraph_agent.py runs this agent.' },
  { part: 'init_chat_model(', reason: 'It needs a key of a provider.' },
  { part: 'model="gpt-5-mini"', reason: 'It needs a key of a provider.' },
  { part: 'memoryTools(new Mnema()', reason: 'memory-tools.test.ts runs these tools.' },
];
