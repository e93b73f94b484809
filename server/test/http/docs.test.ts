import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.embedder.hold();
});
afterAll(() => app.close());

const get = (path: string) => app.call({ method: 'GET', path });

describe('the reference page', () => {
  it('may load nothing from another host, by its policy', async () => {
    const { headers } = await get('/docs');
    const policy = new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((part) => {
        const [directive = '', ...sources] = part.split(' ');
        return [directive, sources] as const;
      }),
    );
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    const local = ["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:'];
    expect([...policy.values()].flat().filter((source) => !local.includes(source))).toEqual([]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  });

  it('asks for nothing but files of this server, which are there', async () => {
    const { text, headers } = await get('/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const asked = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address as string);
    const files = asked.filter((address) => !address.startsWith('data:'));
    expect(files).toContain('docs/redoc.standalone.js');
    for (const file of files) {
      expect(file).not.toMatch(/^(\w+:|\/\/)/);
      expect((await get(`/${file}`)).status, file).toBe(200);
    }
    const starter = await (await fetch(`${app.url}/docs/start.js`)).text();
    expect(starter).toContain("'openapi.json'");
    expect(starter).not.toMatch(/https?:|\/\/\w/);
    // Left out, the page would load fonts from elsewhere.
    expect(starter).toContain('fontFamily: systemFont');
  });

  it('is not served as a file, without its policy', async () => {
    for (const path of ['/docs/index.html', '/docs/%69ndex.html']) expect((await get(path)).status, path).toBe(404);
  });
});

describe('docs/operations/alerts.yml', () => {
  const rules = readFileSync(new URL('../../../docs/operations/alerts.yml', import.meta.url), 'utf8');
  const expressions = [...rules.matchAll(/^ +expr: (?:\|\n)?((?:.*\n)+?)(?= +for:)/gm)].map(
    ([, text]) => text as string,
  );

  it('has a rule for a backlog that is stuck', () => {
    expect(expressions.length).toBe([...rules.matchAll(/- alert:/g)].length);
    expect(expressions.join('')).toContain('mnema_oldest_pending_timestamp_seconds');
  });

  it('asks for metrics and labels that the server has, and for nothing else', async () => {
    await app.first.api.post('/search', { query: 'a' });
    app.services.http.metrics.ingestEnded('ready');
    app.services.http.metrics.ingestEnded('failed');
    const { text } = await get('/metrics');
    // `up` is Prometheus's own.
    const named = expressions.flatMap((expression) => expression.match(/\b(mnema|process|nodejs)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(expressions.length);
    for (const name of new Set(named)) expect(text).toMatch(new RegExp(`^${name}(\\{.*\\})? `, 'm'));
    for (const [, name, selector] of expressions.join('').matchAll(/(mnema_\w+)\{([^}]*)\}/g)) {
      for (const [, label, values = ''] of (selector ?? '').matchAll(/(\w+)=~?"([^"]*)"/g)) {
        if (values === '5..') continue;
        for (const value of values.split('|')) {
          expect(text).toMatch(new RegExp(`^${name}\\{.*${label}="${value}".*\\} `, 'm'));
        }
      }
    }
    const [mentioned] = rules.match(/nodejs_\w+/) ?? [];
    expect(text).toMatch(new RegExp(`^${mentioned} `, 'm'));
  });
});
