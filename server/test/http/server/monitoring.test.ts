import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startRedis, type TestRedis } from '../../redis/start-redis.ts';
import { startTestApp, type TestApp } from '../start-test-app.ts';

const read = (file: string) => readFileSync(new URL(`../../../../docs/operate/${file}`, import.meta.url), 'utf8');
let app: TestApp;
let redis: TestRedis;
let metrics: string;
beforeAll(async () => {
  redis = await startRedis();
  // Bull is part of the server, so that all metrics are there.
  app = await startTestApp({ MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: redis.url });
  await vi.waitFor(() => expect(app.services.http.queue.problem()).toBeNull(), 10_000);
  await app.first.api.post('/memories', { text: 'the boat leaves at noon' });
  await app.first.api.post('/search', { query: 'a' });
  await app.first.api.get('/memories/mem_00000000000000000000000000');
  app.services.http.metrics.ingestEnded('ready');
  app.services.http.metrics.ingestEnded('failed');
  metrics = (await app.call({ method: 'GET', path: '/metrics' })).text;
});
afterAll(async () => {
  await app.close();
  await redis.remove();
});

/** Every metric and every value of a label that the expressions name must be there. */
function expectKnown(expressions: string[]): void {
  // `up` is Prometheus's own.
  const named = expressions.flatMap((expression) => expression.match(/\b(mnema|process|nodejs)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThanOrEqual(expressions.length - 1);
  for (const name of new Set(named)) expect(metrics).toMatch(new RegExp(`^${name}(\\{.*\\})? `, 'm'));
  for (const [, name, selector] of expressions.join('').matchAll(/(mnema_\w+)\{([^}]*)\}/g)) {
    for (const [, label, values = ''] of (selector ?? '').matchAll(/(\w+)=~?"([^"]*)"/g)) {
      if (label === 'job' || values === '5..') continue;
      for (const value of values.split('|')) {
        expect(metrics).toMatch(new RegExp(`^${name}\\{.*${label}="${value}".*\\} `, 'm'));
      }
    }
  }
}

it('docs/operate/alerts.yml has a rule for a stuck backlog, instructions, and metrics and labels of the server', () => {
  const { rules } = parse(read('alerts.yml')).groups[0] as {
    rules: { alert: string; expr: string; annotations: Record<string, string> }[];
  };
  expect(rules.map(({ alert }) => alert)).toContain('MnemaBacklogStuck');
  for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  expectKnown(rules.map(({ expr }) => expr));
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

it('docs/operate/grafana-dashboard.json shows every metric of ours, and none that the server does not have', () => {
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'));
  expectKnown(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const ours = new Set([...metrics.matchAll(/^# TYPE (mnema_\w+) /gm)].map(([, name]) => name as string));
  const shown = JSON.stringify(dashboard);
  expect([...ours].filter((name) => !shown.includes(name))).toEqual([]);
});
