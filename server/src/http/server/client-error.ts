import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpProblem, type ProblemCode, problems, toProblemBody } from '../../api/problem.ts';

/** A socket with the response of a busy connection, which Node itself checks before it rejects a request. */
type BusySocket = Socket & { _httpMessage?: ServerResponse | null };

/**
 * Sends a problem document for input that Node rejects before it is a complete request. Such input is not HTTP, has
 * headers that are too long, or arrives too slowly. It closes the connection.
 */
export function respondToClientErrors(server: Server, requestId: () => string): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: BusySocket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const problem = toProblem(error);
    const { status, title } = problems[problem.code];
    const id = requestId();
    const content = JSON.stringify(toProblemBody(problem, id));
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      `X-Request-Id: ${id}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(content)}`,
      'Connection: close',
    ];
    socket.end([...head, '', content].join('\r\n'), () => socket.destroy());
  });
}

const problemsByCode: Partial<Record<string, [code: ProblemCode, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The URL and headers are too long. Shorten them.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunk extensions of the body are too long. Leave them out.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    'The request took too long to arrive. Send it again over a faster connection.',
  ],
};

function toProblem({ code = '' }: NodeJS.ErrnoException): HttpProblem {
  const [problem, detail] = problemsByCode[code] ?? [
    'invalid_request',
    'The request is not valid HTTP. Check its first line and its headers.',
  ];
  return new HttpProblem(problem, detail);
}
