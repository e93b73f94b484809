// Writes docs/reference/mcp-tools.md from the tools of the server. `--check` changes nothing and fails on a difference.
import { createTools } from '../server/src/mcp/create-tools.ts';
import { writePage } from './documents/write-page.mjs';

const { tools, named } = createTools({ mcpToolPrefix: 'service' });

const introduction = `# MCP tools

The endpoint \`/mcp\` has six tools, and models read these descriptions. [MCP](../concepts/mcp.md) explains how to connect a client. \`MNEMA_MCP_TOOL_PREFIX\` changes the first part of their names.
`;

const code = (text) => `\`${text}\``;

/** A bar would end a cell of a table. */
const toCell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function toType({ type, items, enum: values }) {
  if (values) return values.map(code).join(', ');
  if (type === 'array') return `array of ${items.type ?? 'value'}s`;
  return [type].flat().filter(Boolean).join(' or ') || 'any';
}

function toSection({ kind, title, description, inputSchema: { properties, required = [] }, example }) {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const cells = [code(name), toType(schema), required.includes(name) ? 'yes' : '', schema.description ?? ''];
    return `| ${cells.map(toCell).join(' | ')} |`;
  });
  return [
    `## ${named(kind)}`,
    `${title}:`,
    description.replaceAll(/^/gm, '> ').replaceAll(/(?<=[^\n])\n/g, '<br>\n'),
    ['| Argument | Type | Required | Description |', '|---|---|---|---|', ...rows].join('\n'),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
  ].join('\n\n');
}

writePage('docs/reference/mcp-tools.md', [introduction, ...tools.map(toSection)].join('\n'));
