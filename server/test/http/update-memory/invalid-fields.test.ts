import { describeInvalidBodies } from '../describe-invalid-bodies.ts';
import { metadataOf } from '../metadata-of.ts';

describeInvalidBodies('PUT', '/memories/mem_00000000000000000000000000', [
  ['nothing to change', {}, '/body', /text.*metadata/],
  ['a blank text', { text: ' ' }, '/body/text', /blank/],
  ['metadata that is null', { metadata: null }, '/body/metadata', /must be an object/],
  ['metadata over 16 KB', { metadata: metadataOf(16 * 1024 + 1) }, '/body/metadata', /16384/],
  ['an end in the past', { expires_at: '2020-11-21T09:30:00Z' }, '/body/expires_at', /future/],
  ['an end that is no time', { expires_at: 'soon' }, '/body/expires_at', /2026-11-21T09:30:00Z/],
  ['a field that cannot change', { text: 'a', agent_id: 'b' }, '/body/agent_id', /valid names are text, metadata/],
  ['a field the server sets', { version: 7 }, '/body/version', /valid names are text, metadata/],
]);
