import { createRequire } from 'node:module';

interface BareRequest {
  body: Record<string, unknown>;
}

interface BareResponse {
  status(code: number): BareResponse;
  json(body: unknown): void;
}

type BareHandler = (request: BareRequest, response: BareResponse) => void;

interface BareApp {
  disable(setting: string): void;
  use(middleware: unknown): void;
  get(path: string, handler: BareHandler): void;
  post(path: string, handler: BareHandler): void;
  listen(port: number, host: string): void;
}

/** The Express of the server itself, so that the baseline never has an older one. */
export const express = createRequire(new URL('../../../server/package.json', import.meta.url))('express') as {
  (): BareApp;
  json(): unknown;
};
