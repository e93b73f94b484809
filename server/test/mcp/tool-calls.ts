import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { createTools } from '../../src/mcp/create-tools.ts';
import type { ReceivedResponse } from '../http/check-response.ts';
import type { Client } from '../http/start-test-app.ts';

export interface ToolResult {
  isError: boolean;
  /** The text for the model. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has an output schema, which the official client checks
  data: any;
}

/** Sends one JSON-RPC request as a program without an SDK would. */
export function rpc(
  { post }: Client,
  method: string,
  params?: unknown,
  headers: Record<string, string> = {},
): Promise<ReceivedResponse> {
  return post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
}

export async function callTool(
  client: Client,
  name: string,
  args: unknown = {},
  headers: Record<string, string> = {},
): Promise<ToolResult> {
  const response = await rpc(client, 'tools/call', { name, arguments: args }, headers);
  expect([response.status, response.body.error], response.text).toEqual([200, undefined]);
  const { content, structuredContent, isError = false } = response.body.result;
  expect(content).toHaveLength(1);
  return { isError, text: content[0].text, data: structuredContent };
}

const { tools, named } = createTools({ mcpToolPrefix: 'service' } as never);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
/** The listed schemas require less than this. */
const resultChecks = new Map<string, ValidateFunction>(
  tools.map(({ kind, outputSchema }) => [named(kind), ajv.compile(outputSchema)]),
);

/** The result of a call that must succeed and return all that the tool promises. */
export async function done(client: Client, name: string, args?: unknown, headers?: Record<string, string>) {
  const response = await callTool(client, name, args, headers);
  expect(response.isError, response.text).toBe(false);
  const check = resultChecks.get(name);
  expect(check?.(response.data), JSON.stringify(check?.errors)).toBe(true);
  return response;
}
