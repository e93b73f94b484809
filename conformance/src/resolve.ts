export type Variables = Record<string, unknown>;

const whole = /^\$\{(\w+)\}$/;
const part = /\$\{(\w+)\}/g;

function lookUp(name: string, variables: Variables): unknown {
  if (!Object.hasOwn(variables, name)) throw new Error(`nothing was saved as \${${name}}`);
  return variables[name];
}

/** Fills in variables and repeated texts. */
export function resolve(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    const alone = whole.exec(value)?.[1];
    if (alone !== undefined) return lookUp(alone, variables);
    return value.replace(part, (_, name: string) => String(lookUp(name, variables)));
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  const { $repeat } = value as { $repeat?: [string, number] };
  if ($repeat) return $repeat[0].repeat($repeat[1]);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, variables)]));
}
