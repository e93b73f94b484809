import type { HttpServices, SearchServices, WriteServices } from '../api/services.ts';
import type { Tool, ToolNames } from './tool.ts';
import { addTool } from './tools/add.ts';
import { deleteTool } from './tools/delete.ts';
import { listTool } from './tools/list.ts';
import { profileTool } from './tools/profile.ts';
import { searchTool } from './tools/search.ts';
import { updateTool } from './tools/update.ts';

export type ToolServices = WriteServices & SearchServices & Pick<HttpServices, 'mcpToolPrefix' | 'profiles'>;

/** Creates all tools in the order of their list. Their names begin with the configured prefix. */
export function createTools(services: ToolServices): { tools: readonly Tool[]; named: ToolNames } {
  const named: ToolNames = (kind) => `${services.mcpToolPrefix}_${kind}`;
  const tools = [addTool, searchTool, profileTool, listTool, updateTool, deleteTool].map(
    (create): Tool => create(services, named),
  );
  return { tools, named };
}
