export interface Client {
  credential?: string;
  max_retries?: number;
  timeout_ms?: number;
  headers?: Record<string, string>;
  environment?: Record<string, string>;
}

export interface Step {
  call: string;
  args?: Record<string, unknown>;
  options?: Record<string, unknown>;
  save?: Record<string, string>;
  expect: { value: unknown } | { error: Record<string, unknown> };
}

export interface ExpectedRequest {
  method: string;
  path: unknown;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
  body_text?: unknown;
  waited_ms?: unknown;
}

export type Action =
  | { action: 'pass' | 'drop' | 'forward_drop' | 'truncate' | 'stall' }
  | { action: 'reply'; status: number; headers?: Record<string, string>; body?: unknown; body_text?: string }
  | { action: 'delay'; ms: number }
  | { action: 'merge'; body: Record<string, unknown> };

/** A case, as case.schema.json defines it. */
export interface Case {
  id: string;
  title: string;
  covers?: string[];
  client?: Client;
  steps: Step[];
  requests?: ExpectedRequest[];
  proxy?: Action[];
}
