import type { Operation } from '../src/api/contract.ts';

/**
 * Finds what a good request needs in the contract: nothing, or an id for the one parameter of its path. Returns
 * undefined if the contract does not tell, as for a body.
 */
export function derivePreparation<Prepare>(
  { path, takesBody }: Operation,
  byParameter: Record<string, Prepare>,
  nothing: Prepare,
): Prepare | undefined {
  if (takesBody) return undefined;
  const [parameter, ...others] = path.match(/(?<=\{)\w+(?=\})/g) ?? [];
  if (parameter === undefined) return nothing;
  return others.length === 0 ? byParameter[parameter] : undefined;
}
