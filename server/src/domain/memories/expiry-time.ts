import { invalidRequest } from '../../ports/errors.ts';

/** Whether a memory with this `expiresAt` is gone at a time. */
export function isExpired(expiresAt: number | null | undefined, now: number): boolean {
  return typeof expiresAt === 'number' && expiresAt <= now;
}

/** @throws {DomainError} `invalid_request` for a time that is not in the future */
export function checkExpiryTime(expiresAt: number | null | undefined, now: number): void {
  if (!isExpired(expiresAt, now)) return;
  throw invalidRequest({ path: '/expires_at', message: 'is not in the future: send a later time, or leave it out' });
}
