export type SendError = 'timeout' | 'name_not_resolved' | 'address_not_allowed' | 'connection_failed';

export type SendResult = { status: number } | { error: SendError };

/** Posts events to untrusted receivers. It follows no redirect and reads only the status of a response. */
export interface WebhookSender {
  /** Resolves within ten seconds, and never rejects. */
  post(url: string, request: { headers: Readonly<Record<string, string>>; body: string }): Promise<SendResult>;
  close(): void;
}
