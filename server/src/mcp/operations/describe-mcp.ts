import { discoveryHeaders, serverUrl } from '../../api/discovery-headers.ts';
import type { Handler } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Discovery } from '../discovery.ts';

export function describeMcpHandler(
  services: Pick<HttpServices, 'publicUrl'>,
  discovery: Discovery,
): Handler<'describeMcp'> {
  return async ({ header }) => {
    // Clients that ask for a stream take any other answer for a broken one, and some ask again and again.
    if (/text\/event-stream/i.test(header('accept') ?? '')) {
      throw new HttpProblem(
        'method_not_allowed',
        'This endpoint is stateless and has no event stream: send JSON-RPC with POST. GET without text/event-stream in Accept describes it.',
        { headers: { Allow: 'POST' } },
      );
    }
    const headers = { ...discoveryHeaders(services), Vary: 'Accept, Origin' };
    return { status: 200, headers, body: discovery.description(serverUrl(services, header('host'))) };
  };
}
