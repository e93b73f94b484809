import { ProviderError } from './provider-error.ts';

/**
 * The vectors of an answer, checked and brought to length 1.
 * @param answer whatever the provider sent in the place of its vectors
 * @throws {ProviderError}
 */
export function toUnitVectors(
  answer: unknown,
  { provider, count, dimensions }: { provider: string; count: number; dimensions: number },
): Float32Array[] {
  if (!Array.isArray(answer)) {
    throw new ProviderError(`${provider} answered without vectors`, { fault: 'outage' });
  }
  if (answer.length !== count) {
    throw new ProviderError(`${provider} answered with ${answer.length} vectors to ${count} texts`, {
      fault: 'outage',
    });
  }
  // Not `answer.map`, which passes by a place that was left out.
  return Array.from(answer, (values: unknown) => toUnitVector(values, provider, dimensions));
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
