/** Ignores a later result. @param onTimeout may throw, and keeps the process running. @default resolves to undefined */
export async function withTimeout<Result, Late = undefined>(
  ms: number,
  work: () => Promise<Result>,
  onTimeout?: () => Late,
): Promise<Result | Late> {
  const late = Promise.withResolvers<void>();
  // A timer of `node:timers/promises` with a signal would cost much more, because its end is an error with a stack.
  const timer = setTimeout(late.resolve, ms);
  if (!onTimeout) timer.unref();
  try {
    return await Promise.race([work(), late.promise.then(() => onTimeout?.() as Late)]);
  } finally {
    clearTimeout(timer);
  }
}
