import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readContract } from '../../api/contract.ts';
import { openDiscoveryHeaders, serverUrl } from '../../api/headers.ts';
import { type MetricsSettings, metricsAccess } from '../../api/metrics.ts';
import type { Handler, Handlers } from '../../api/operation-types.ts';
import { HttpProblem } from '../../api/problem.ts';
import type { HttpServices } from '../../api/services.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { closedPolicy } from '../middleware/begin-request.ts';
import { createSharedDocument, docsFolder } from '../middleware/static-files.ts';

type ProbeServices = Pick<HttpServices, 'store' | 'sharedProblems' | 'clock' | 'stopping' | 'ingestHealth' | 'outages'>;
type MetricsServices = Pick<HttpServices, 'metrics'> & MetricsSettings;

/** Anyone may request the readiness, so the disk is written to at most once in this time. */
const probedForMs = 1_000;

/** Nothing may be loaded from another host. The reference renders its own styles into the page. */
const docsPolicy = `script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; ${closedPolicy}`;

export function serviceHandlers(
  services: ProbeServices & MetricsServices & Pick<HttpServices, 'publicUrl' | 'mcpToolPrefix'>,
) {
  // These documents change only with the version of the server.
  const cached = { 'Cache-Control': 'public, max-age=300' };
  const json = Buffer.from(JSON.stringify(readContract()));
  const contract = createSharedDocument('application/json; charset=utf-8', json, cached);
  const page = { type: 'text/html; charset=utf-8', content: readFileSync(new URL('index.html', docsFolder)) };
  return {
    getHealth: async () => ({ status: 200, body: { status: 'ok' } }),
    getReadiness: readinessHandler(services),
    getMetrics: metricsHandler(services),
    getContract: async ({ header }) => contract(header('if-none-match')),

    getDocs: async () => ({ status: 200, headers: { 'Content-Security-Policy': docsPolicy }, text: page }),

    async getLlmsText({ header }) {
      const content = llmsText(serverUrl(services, header('host')), services.mcpToolPrefix);
      const text = { type: 'text/plain; charset=utf-8', content };
      return { status: 200, headers: openDiscoveryHeaders(services), text };
    },
  } satisfies Partial<Handlers>;
}

function readinessHandler(services: ProbeServices): Handler<'getReadiness'> {
  const { store, sharedProblems, clock, stopping, ingestHealth, outages } = services;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probed: ReturnType<typeof probe>;
  const probe = async () => ({ problems: await store.probe(), backlog: await store.backlog() });
  return async () => {
    if (stopping()) throw new HttpProblem('unavailable', 'The server is stopping.');
    const now = clock.now();
    if (Math.abs(now - probedAt) >= probedForMs) {
      probedAt = now;
      probed = probe();
    }
    const { problems, backlog } = await probed;
    const reasons = [...problems, ...sharedProblems(), ...outages.reasons(), ...ingestHealth.reasons(backlog)];
    return { status: 200, body: { status: reasons.length > 0 ? 'degraded' : 'ready', reasons } };
  };
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
      const headers = { 'WWW-Authenticate': 'Bearer realm="mnema"' };
      const detail = 'Send Authorization: Bearer with the value of MNEMA_METRICS_TOKEN.';
      throw new HttpProblem('unauthenticated', detail, { headers });
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

function llmsText(base: string, prefix: string): string {
  return `# Mnema

> Long-term memory for AI agents: store facts in one session, find them with semantic search in another.

Every call takes an API key in the header X-API-Key. Bodies are JSON. Errors are problem documents with a code and a
fix. Never store secrets: a write that contains one is rejected with 422.

## Over MCP

- [Endpoint](${base}mcp): POST JSON-RPC, stateless; GET describes it. Tools: ${prefix}_add, ${prefix}_search,
  ${prefix}_profile, ${prefix}_list, ${prefix}_update, ${prefix}_delete
- [Server card](${base}mcp/server-card): address, versions and headers for clients

## Over REST

- [Contract](${base}openapi.json): OpenAPI 3.1, every operation, error and limit
- [Reference](${base}docs): the contract as a web page
- Write: POST ${base}memories {"text": "…", "metadata": {"project": "…"}} returns 202 with memory_id; the memory is on disk
- Search: POST ${base}search {"query": "…", "filters": {"project": "…"}, "top_k": 5} returns results, best first
- Read, change, delete: GET, PUT, DELETE ${base}memories/{memory_id}; GET ${base}memories lists, with a cursor
- Summary of a user or project: GET ${base}profile; the rest of this month's quota: GET ${base}usage

Retry a write safely with the header Idempotency-Key. Wait for the search index with the header Prefer: wait=5. On 429
wait for the seconds in Retry-After.

## Optional

- [Health](${base}healthz) and [readiness](${base}readyz)
`;
}
