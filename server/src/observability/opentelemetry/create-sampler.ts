import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../../config/config.ts';

const rootSamplers = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
};

/** Creates the sampler that `OTEL_TRACES_SAMPLER` names, since the SDK itself does not read the variable. */
export function createSampler({ name, ratio }: NonNullable<Config['tracing']>['sampler']): Sampler {
  const [rootName, isParentBased] = name.startsWith('parentbased_') ? [name.slice(12), true] : [name, false];
  const root = rootSamplers[rootName as keyof typeof rootSamplers](ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
