import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricsAccess, metricsOff } from './api/metrics.ts';
import { createApp } from './app/create-app.ts';
import { listen } from './app/listen.ts';
import { createServices, type ServiceOverrides, type Services } from './app/services.ts';
import type { Config } from './config/config.ts';
import type { FirstAccount } from './domain/accounts/register-account.ts';
import { createHttpServer, respondToClientErrors, serveApp, serverLimits } from './http/server/create-http-server.ts';
import { localUrl } from './lib/local-url.ts';
import { withTimeout } from './lib/with-timeout.ts';
import { OperatorError } from './ports/operator-error.ts';

export interface RunningServer {
  url: string;
  /** The secrets of the first start, which are shown once. */
  firstAccount: FirstAccount | null;
  /** Stops accepting, lets open requests finish, closes the store. Safe to call twice. */
  stop(): Promise<void>;
}

/** Open requests have this long. The process must have ended within ten seconds of the signal. */
const graceMs = 8_000;
/** The process ends after this time even if something hangs. Nothing that was accepted is lost. */
const maxStopMs = 9_500;

/**
 * Starts the whole server. @throws {OperatorError} with one message that says what to do
 */
export async function startServer(config: Config, overrides: ServiceOverrides = {}): Promise<RunningServer> {
  const services = await createServices(config, overrides);
  const limits = { ...serverLimits, connectionsPerAddress: config.maxConnectionsPerAddress };
  const server = createHttpServer(limits, config.trustedProxies);
  respondToClientErrors(server, services.http.identifiers.request);
  try {
    const app = createApp({ services: services.http, log: services.log });
    // The port is opened first, since the secrets of the first account are shown only once. Requests wait for the account.
    const ready = Promise.withResolvers<RequestListener>();
    serveApp(server, ready.promise);
    await listen(server, config);
    server.on('error', (error) => services.log.error({ err: error }, 'a connection could not be accepted'));
    const firstAccount = config.roles.api
      ? await services.accounts.bootstrapAccount({
          email: config.bootstrapEmail,
          password: config.bootstrapPassword,
        })
      : null;
    ready.resolve(app);
    services.watch();
    const url = localUrl(config.host, (server.address() as AddressInfo).port);
    const { store, dataDirectory } = config;
    services.log.info({ url, store, ...(store === 'sqlite' ? { data_directory: dataDirectory } : {}) }, 'listening');
    if (metricsAccess(services.http) === 'off') services.log.warn(metricsOff);
    let stopped: Promise<void> | undefined;
    return {
      url,
      firstAccount,
      stop() {
        stopped ??= withTimeout(maxStopMs, () => stop(server, services), notStopped);
        return stopped;
      },
    };
  } catch (error) {
    server.close();
    server.closeAllConnections();
    await services.close();
    throw error;
  }
}

function notStopped(): never {
  throw new OperatorError(
    `The server did not stop within ${maxStopMs} ms and was ended. All accepted writes are on disk.`,
  );
}

async function stop(server: Server, services: Services): Promise<void> {
  services.log.info('stopping');
  services.beginStop();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Idle connections would keep the server open. Others become idle when their response has been sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
  await services.close();
  services.log.info('stopped');
}
