import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpProblem, problems, toProblemBody } from '../../api/problem.ts';

/**
 * Sends a problem document for input that Node rejects before it is a complete request: bytes that are not HTTP, headers
 * that are too long, and requests that arrive too slowly. It closes the connection.
 */
export function respondToClientErrors(server: Server, requestId: () => string): void {
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
      // Node keeps the response of a busy connection there, and checks it itself before it rejects a request.
      if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
        socket.destroy();
        return;
      }
      const problem = toProblem(error);
      const { status } = problems[problem.code];
      const id = requestId();
      const content = JSON.stringify(toProblemBody(problem, id));
      socket.end(
        [
          `HTTP/1.1 ${status} ${problems[problem.code].title}`,
          `X-Request-Id: ${id}`,
          'Content-Type: application/problem+json',
          `Content-Length: ${Buffer.byteLength(content)}`,
          'Connection: close',
          '',
          content,
        ].join('\r\n'),
        () => socket.destroy(),
      );
    },
  );
}

function toProblem({ code }: NodeJS.ErrnoException): HttpProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpProblem('headers_too_large', 'The URL and the headers are too long together: shorten them.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpProblem('payload_too_large', 'The chunk extensions of the body are too long: leave them out.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpProblem('request_timeout', 'The request took too long to arrive: send it again, faster.');
    default:
      return new HttpProblem(
        'invalid_request',
        'The request is not valid HTTP: look at its first line and its headers.',
      );
  }
}
