import type { ReadyServices, ServiceReply, ServiceRequest, ServiceResult } from './service-messages.ts';

/** Sends the addresses to the parent and serves its requests until it ends. Then `close` ends the services. */
export function serveRequests(
  ready: Omit<ReadyServices, 'kind'>,
  serve: (request: ServiceRequest) => Promise<ServiceResult>,
  close: () => Promise<void>,
): void {
  const send = (reply: ServiceReply) => process.send?.(reply);
  process.on('message', ({ id, request }: { id: number; request: ServiceRequest }) => {
    serve(request).then(
      (given) => send({ kind: 'answer', id, result: given }),
      (error: Error) => send({ kind: 'failure', id, message: error.message }),
    );
  });
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void close().finally(() => process.exit());
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, end);
  send({ kind: 'ready', ...ready });
}
