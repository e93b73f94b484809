/** Snippets that connect a program to the server, by the name of their language. With a key, they run unchanged. */
export function snippetsFor(base: string): readonly { id: string; name: string; code: string }[] {
  const text = 'Ada takes her tea without sugar.';
  const mcp = { mcpServers: { mnema: { type: 'http', url: `${base}/mcp`, headers: { 'X-API-Key': 'mnk_…' } } } };
  return [
    {
      id: 'curl',
      name: 'curl',
      code: `curl ${base}/memories \\
  -H "X-API-Key: $MNEMA_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "${text}"}'`,
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      code: `// Install: see docs/start.md#typescript in the clone
import { Mnema } from '@mnema/sdk';

const mnema = new Mnema({ baseUrl: '${base}' }); // the key from MNEMA_API_KEY
await mnema.add('${text}');
const { results } = await mnema.search('How does Ada like her tea?');
console.log(results[0]?.memory);`,
    },
    {
      id: 'python',
      name: 'Python',
      code: `# Install: see docs/start.md#python in the clone
from mnema_sdk import Mnema

client = Mnema(base_url="${base}")  # the key from MNEMA_API_KEY
client.add("${text}")
for hit in client.search("How does Ada like her tea?"):
    print(hit.memory)`,
    },
    {
      id: 'go',
      name: 'Go',
      code: `// Install: see docs/start.md#go in the clone
package main

import (
	"context"
	"log"

	mnema "github.com/mnema/mnema/sdks/go"
)

func main() {
	client, err := mnema.New(mnema.WithBaseURL("${base}")) // the key from MNEMA_API_KEY
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Add(context.Background(), mnema.AddParams{Text: "${text}"}); err != nil {
		log.Fatal(err)
	}
}`,
    },
    { id: 'mcp', name: 'MCP', code: JSON.stringify(mcp, null, 2) },
  ];
}
