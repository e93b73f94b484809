import { ProviderError } from './provider-error.ts';

/**
 * Checks the vectors of a response and brings them to length 1.
 * @param vectors - unchecked
 * @throws {ProviderError}
 */
export function toUnitVectors(
  vectors: unknown,
  { provider, count, dimensions }: { provider: string; count: number; dimensions: number },
): Float32Array[] {
  if (!Array.isArray(vectors)) {
    throw new ProviderError(`${provider} answered without vectors`, { fault: 'outage' });
  }
  if (vectors.length !== count) {
    throw new ProviderError(`${provider} answered with ${vectors.length} vectors to ${count} texts`, {
      fault: 'outage',
    });
  }
  // `vectors.map` would skip missing indexes.
  return Array.from(vectors, (values: unknown) => toUnitVector(values, provider, dimensions));
}

function toUnitVector(values: unknown, provider: string, dimensions: number): Float32Array {
  if (!Array.isArray(values)) {
    throw new ProviderError(`${provider} answered with something that is no vector`, { fault: 'outage' });
  }
  if (values.length !== dimensions) {
    const message = `${provider} answered with vectors of ${values.length} numbers, not ${dimensions}: set MNEMA_EMBEDDING_DIMENSIONS to what the model gives`;
    throw new ProviderError(message, { fault: 'setting' });
  }
  let squares = 0;
  for (const value of values) squares += typeof value === 'number' ? value * value : Number.NaN;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) {
    throw new ProviderError(`${provider} answered with a vector of no length`, { fault: 'outage' });
  }
  return Float32Array.from(values as number[], (value) => value / length);
}
