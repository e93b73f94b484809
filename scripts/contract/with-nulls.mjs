const methods = ['get', 'put', 'post', 'delete', 'patch'];
const notNull = { not: { type: 'null' } };

/**
 * Returns the contract in which null is allowed for each optional field of a JSON body, and marked with `x-null: absent`.
 * A field that allows null already keeps it, because null has a meaning of its own there. One with `x-null: rejected`
 * stays closed. The server removes the marked fields before it checks a body, so its types do not need null.
 */
export function withNulls(source) {
  const contract = structuredClone(source);
  const { schemas } = contract.components;
  const operations = Object.values(contract.paths).flatMap((item) => methods.flatMap((name) => item[name] ?? []));
  const received = namesWithin(
    operations.map(({ responses }) => [responses, contract.components.responses]),
    schemas,
  );
  const visited = new Set();

  const resolved = (schema) => (schema.$ref ? schemas[nameOf(schema)] : schema);
  const admitsNull = (schema) => {
    const { type, oneOf } = resolved(schema);
    return type === undefined ? (oneOf?.some(admitsNull) ?? true) : type.includes('null');
  };

  function visit(schema) {
    const target = resolved(schema);
    if (visited.has(target)) return;
    visited.add(target);
    if (target.items) visit(target.items);
    const { properties = {}, required = [] } = target;
    const opened = new Set();
    for (const [name, property] of Object.entries(properties)) {
      if (property['x-null'] === 'rejected') continue;
      visit(property);
      if (required.includes(name) || admitsNull(property)) continue;
      properties[name] = allowingNull(property);
      opened.add(name);
    }
    if (opened.size === 0) return;
    if (schema.$ref && received.has(nameOf(schema))) throw new Error(`${schema.$ref} is part of responses, too`);
    requireValues(target.oneOf, opened);
    if (target.minProperties === 1) {
      const choices = Object.keys(properties).map((name) => ({ required: [name] }));
      target.anyOf = requireValues(choices, opened);
    }
  }

  for (const { requestBody, 'x-protocol': protocol } of operations) {
    const types = Object.entries(requestBody?.content ?? {});
    // The other bodies are read by their handlers.
    if (types.length === 1 && types[0][0] === 'application/json' && protocol !== 'mcp') visit(types[0][1].schema);
  }
  return contract;
}

function allowingNull({ 'x-null': rule = 'absent', ...property }) {
  if (property.$ref) return { oneOf: [property, { type: 'null' }], 'x-null': rule };
  if (property.enum) throw new Error('a field with an enum needs a schema of its own to allow null');
  return { ...property, type: [property.type, 'null'].flat(), 'x-null': rule };
}

/** Makes choices between fields depend on their values, where null is as good as absent. */
function requireValues(choices, opened) {
  for (const choice of choices ?? []) {
    const names = choice.required?.filter((name) => opened.has(name)) ?? [];
    if (names.length > 0) {
      choice.properties = { ...choice.properties, ...Object.fromEntries(names.map((name) => [name, notNull])) };
    }
    requireValues([choice.not, ...(choice.anyOf ?? [])].filter(Boolean), opened);
  }
  return choices;
}

const nameOf = ({ $ref }) => $ref.split('/').pop();

function namesWithin(value, schemas, found = new Set()) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.$ref === 'string' && value.$ref.startsWith('#/components/schemas/') && !found.has(nameOf(value))) {
    found.add(nameOf(value));
    namesWithin(schemas[nameOf(value)], schemas, found);
  }
  for (const part of Object.values(value)) namesWithin(part, schemas, found);
  return found;
}
