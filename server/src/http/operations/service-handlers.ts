import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ContractDocument, readContract } from '../../api/contract.ts';
import { openDiscoveryHeaders, serverUrl } from '../../api/discovery-headers.ts';
import { type MetricsSettings, metricsAccess } from '../../api/metrics-access.ts';
import type { Handler, Handlers } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Backlog } from '../../domain/memories/memory-queries.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { docsFolder } from '../middleware/docs-assets.ts';
import { createSharedDocument } from '../server/shared-document.ts';
import { llmsText } from './llms-text.ts';

type ServiceOperation = 'getContract' | 'getDocs' | 'getHealth' | 'getLlmsText' | 'getMetrics' | 'getReadiness';

type ReadinessServices = Pick<
  HttpServices,
  'store' | 'sharedProblems' | 'clock' | 'stopping' | 'ingestHealth' | 'outages'
>;
type MetricsServices = Pick<HttpServices, 'metrics'> & MetricsSettings;

/** Anyone may request the readiness, so the disk is written to at most once in this time. */
const probedForMs = 1_000;

/** Nothing may be loaded from another host. The reference renders its own styles into the page. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Creates the handlers of operations about the service itself. */
export function serviceHandlers(
  services: ReadinessServices & MetricsServices & Pick<HttpServices, 'publicUrl' | 'mcpToolPrefix'>,
): Pick<Handlers, ServiceOperation> {
  return {
    getHealth: async () => ({ status: 200, body: { status: 'ok' } }),
    getReadiness: readinessHandler(services),
    getMetrics: metricsHandler(services),
    getContract: contractHandler(readContract()),

    getDocs: docsHandler(),

    async getLlmsText({ header }) {
      const content = llmsText(serverUrl(services, header('host')), services.mcpToolPrefix);
      return {
        status: 200,
        headers: openDiscoveryHeaders(services),
        text: { type: 'text/plain; charset=utf-8', content },
      };
    },
  };
}

function readinessHandler(services: ReadinessServices): Handler<'getReadiness'> {
  const { store, sharedProblems, clock, stopping, ingestHealth, outages } = services;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probed: Promise<{ problems: string[]; backlog: Backlog }> | undefined;
  const probe = async () => {
    const problems = await store.probe();
    return { problems, backlog: await store.backlog() };
  };
  return async () => {
    if (stopping()) throw new HttpProblem('unavailable', 'The server is stopping.');
    const now = clock.now();
    if (!probed || Math.abs(now - probedAt) >= probedForMs) {
      probedAt = now;
      probed = probe();
    }
    const { problems, backlog } = await probed;
    const reasons = [...problems, ...sharedProblems(), ...outages.reasons(), ...ingestHealth.reasons(backlog)];
    return { status: 200, body: { status: reasons.length > 0 ? 'degraded' : 'ready', reasons } };
  };
}

/** Renders the contract once. The document changes only with the version of the server. */
function contractHandler(contract: ContractDocument): Handler<'getContract'> {
  const content = Buffer.from(JSON.stringify(contract));
  const reply = createSharedDocument(content, { type: 'application/json; charset=utf-8', maxAgeSeconds: 300 });
  return async ({ header }) => reply(header('if-none-match'));
}

function docsHandler(): Handler<'getDocs'> {
  const content = readFileSync(new URL('index.html', docsFolder));
  const reply = {
    status: 200,
    headers: { 'Content-Security-Policy': docsPolicy },
    text: { type: 'text/html; charset=utf-8', content },
  };
  return async () => reply;
}

/** Serves the metrics. Requests that arrive while others are served share one further collection. */
function metricsHandler(services: MetricsServices): Handler<'getMetrics'> {
  const { metrics, metricsToken } = services;
  const access = metricsAccess(services);
  let newest: Promise<string>;
  const collections = coalesce(async () => {
    newest = metrics.read();
    await newest.catch(() => {});
  });
  return async ({ header }) => {
    if (access === 'off') {
      throw new HttpProblem('not_found', 'Metrics are off: set MNEMA_METRICS_TOKEN to read them.');
    }
    if (access === 'token' && !isSame(header('authorization'), `Bearer ${metricsToken}`)) {
      throw new HttpProblem('unauthenticated', 'Send Authorization: Bearer with the value of MNEMA_METRICS_TOKEN.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="mnema"' },
      });
    }
    await collections.run();
    return { status: 200, text: { type: metrics.contentType, content: await newest } };
  };
}

/** Compares in constant time, which reveals nothing about the expected value. */
function isSame(given: string | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
