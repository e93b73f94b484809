import { type ContractDocument, itemsChecked, type Operation, parametersOf, resolved } from '../../api/contract.ts';
import { withoutKeywords } from '../../api/schema-lookup.ts';

/**
 * Returns the part of the contract that describes the request of one operation, for express-openapi-validator. It omits
 * a body that the handler checks itself.
 */
export function requestDocument(contract: ContractDocument, { path, method, parsesBody }: Operation): object {
  const requestBody = contract.paths[path]?.[method.toLowerCase()]?.requestBody;
  const request = {
    parameters: parametersOf(contract, path, method).map(withReservedCharacters),
    ...(requestBody && !parsesBody ? { requestBody } : {}),
    responses: {},
  };
  const { openapi, info } = contract;
  const paths = { [path]: { [method.toLowerCase()]: request } };
  const document = { openapi, info, paths, components: componentsOf(contract, paths) };
  // The validator would write defaults into the body, which identifies a repeated write. The handlers apply them.
  return withoutCheckedItems(withoutKeywords(document, ['default']));
}

/** Omits the schemas of items that the handler checks separately. */
function withoutCheckedItems(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (value === null || typeof value !== 'object' || !(itemsChecked in value)) return value;
    const { items: _items, [itemsChecked]: _mark, ...list } = value;
    return list;
  });
}

/**
 * Allows `(`, `'`, `@` and the like in a query without escapes. RFC 3986 allows them there, and few clients escape them
 * all.
 */
function withReservedCharacters<Parameter extends { in: string }>(parameter: Parameter): Parameter {
  return parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter;
}

/** Collects the components that a part of the contract refers to, directly or through others. */
function componentsOf(contract: ContractDocument, part: unknown): Record<string, Record<string, unknown>> {
  const components: Record<string, Record<string, unknown>> = {};
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === '$ref' && typeof inner === 'string') include(inner);
      else visit(inner);
    }
  };
  const include = (reference: string): void => {
    const [, , kind = '', name = ''] = reference.split('/');
    if (components[kind]?.[name]) return;
    const component = resolved(contract, { $ref: reference });
    components[kind] = { ...components[kind], [name]: component };
    visit(component);
  };
  visit(part);
  return components;
}
