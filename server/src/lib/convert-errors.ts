export function convertErrors<Store extends object>(store: Store, convert: (error: unknown) => unknown): Store {
  const guarded = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (method as (...args: unknown[]) => unknown)(...args);
      } catch (error) {
        throw convert(error);
      }
    },
  ]);
  return Object.fromEntries(guarded) as Store;
}
