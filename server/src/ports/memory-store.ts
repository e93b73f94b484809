export type * from './actor.ts';
export type * from './candidate-index.ts';
export type * from './memory.ts';
export type * from './memory-transfer.ts';
