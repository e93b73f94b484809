type Method = (...args: never[]) => unknown;

/** Returns the object with asynchronous methods, each of whose calls runs inside `around`. */
export function wrapMethods<Methods extends object>(
  methods: Methods,
  around: (call: () => unknown, name: keyof Methods, args: never[]) => unknown,
): Methods {
  const wrapped = Object.entries<Method>(methods as Record<string, Method>).map(([name, method]) => [
    name,
    async (...args: never[]) => around(() => method(...args), name as keyof Methods, args),
  ]);
  return Object.fromEntries(wrapped) as Methods;
}

export function convertErrors<Methods extends object>(methods: Methods, convert: (error: unknown) => unknown): Methods {
  return wrapMethods(methods, async (call) => {
    try {
      return await call();
    } catch (error) {
      throw convert(error);
    }
  });
}
