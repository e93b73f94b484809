import type { HttpServices } from '../api/services.ts';
import type { Tool, ToolNames } from './tool.ts';
import { addTool } from './tools/add.ts';
import { deleteTool } from './tools/delete.ts';
import { listTool } from './tools/list.ts';
import { profileTool } from './tools/profile.ts';
import { searchTool } from './tools/search.ts';
import { updateTool } from './tools/update.ts';

export type ToolServices = Pick<
  HttpServices,
  | 'store'
  | 'rankedSearch'
  | 'usage'
  | 'queue'
  | 'clock'
  | 'identifiers'
  | 'embedder'
  | 'reranker'
  | 'contentPolicy'
  | 'extracts'
  | 'readyWaiters'
  | 'stopping'
  | 'mcpToolPrefix'
>;

/** All tools, in the order in which they are listed; names come from the configured prefix. */
export function createTools(services: ToolServices): { tools: readonly Tool[]; named: ToolNames } {
  const named: ToolNames = (kind) => `${services.mcpToolPrefix}_${kind}`;
  const tools = [addTool, searchTool, profileTool, listTool, updateTool, deleteTool].map(
    (create) => create(services, named) as unknown as Tool,
  );
  return { tools, named };
}
