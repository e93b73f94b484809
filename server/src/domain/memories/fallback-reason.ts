import type { Metadata } from '../../ports/memory-store.ts';

/** Why a text was stored as it is although extraction was requested. */
export type FallbackReason = 'no_llm_configured' | 'llm_failed';

export function withFallbackReason(metadata: Metadata, reason: FallbackReason): Metadata {
  return { ...metadata, infer_fallback_reason: reason };
}
