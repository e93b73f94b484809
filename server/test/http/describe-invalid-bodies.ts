import { expect } from 'vitest';
import { it } from './shared-apps.ts';

/** Title, body, the path that the problem names, and what its message matches. */
export type InvalidBody = [title: string, body: unknown, path: string, message: RegExp];

/** Proves that an operation rejects each of the bodies and names the field and the way out. */
export function describeInvalidBodies(method: string, path: string, cases: InvalidBody[]): void {
  it.for(cases)('400: %s', async ([_title, body, fieldPath, message], { apps }) => {
    const app = await apps.open();
    const response = await app.call({ method, path, body, headers: app.first.session.headers });
    expect(response.status, response.text.slice(0, 500)).toBe(400);
    expect(response.body.code).toBe('invalid_request');
    const named = response.body.errors.find((error: { path: string }) => error.path === fieldPath);
    expect(named, JSON.stringify(response.body.errors)).toBeDefined();
    expect(named.message).toMatch(message);
    expect(response.body.detail).toContain(`${fieldPath} ${named.message}`);
  });
}
