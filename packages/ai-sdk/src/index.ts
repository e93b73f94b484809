export { type MemoryMiddlewareOptions, memoryMiddleware } from './memory-middleware.ts';
export { type MemoryTools, type MemoryToolsOptions, memoryTools } from './memory-tools.ts';
