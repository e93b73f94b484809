import type { HttpServices, SearchServices, WriteServices } from '../api/services.ts';
import { type Tool, type ToolNames, toolNames } from './tool.ts';
import { addTool } from './tools/add.ts';
import { deleteTool } from './tools/delete.ts';
import { listTool } from './tools/list.ts';
import { profileTool } from './tools/profile.ts';
import { searchTool } from './tools/search.ts';
import { updateTool } from './tools/update.ts';

export type ToolServices = WriteServices &
  SearchServices &
  Pick<HttpServices, 'mcpToolPrefix' | 'profiles' | 'records' | 'continueDeletions'>;

/** Creates all tools in the order of their list. */
export function createTools(services: ToolServices): { tools: readonly Tool[]; named: ToolNames } {
  const named = toolNames(services);
  const tools = [addTool, searchTool, profileTool, listTool, updateTool, deleteTool].map(
    (create): Tool => create(services, named),
  );
  return { tools, named };
}
