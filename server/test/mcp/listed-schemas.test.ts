import { expect, it } from 'vitest';
import type { Schema } from '../../src/api/schema-lookup.ts';
import { createTools, listedTool } from '../../src/mcp/create-tools.ts';
import type { Tool } from '../../src/mcp/tool.ts';

// Clients drop what they cannot read, some of them all tools with it.

const { tools } = createTools({ mcpToolPrefix: 'service' } as never);
const listed = tools.map((tool) => listedTool(tool) as Pick<Tool, 'name' | 'description' | 'inputSchema'>);

/** Calls `visit` with each schema of a value, and its path. */
function eachSchema(schema: Schema, path: string, visit: (schema: Schema, path: string) => void): void {
  visit(schema, path);
  for (const [name, one] of Object.entries(schema.properties ?? {})) eachSchema(one, `${path}/${name}`, visit);
  if (schema.items) eachSchema(schema.items, `${path}/items`, visit);
}

/** Returns the paths of the schemas that break a rule. */
function breaking(breaks: (schema: Schema) => boolean): string[] {
  const paths: string[] = [];
  for (const { name, inputSchema } of listed) {
    eachSchema(inputSchema, name, (schema, path) => void (breaks(schema) && paths.push(path)));
  }
  return paths;
}

it('the listed tools have names and descriptions within the limits of Anthropic, Gemini and OpenAI', () => {
  for (const { name, description, inputSchema } of listed) {
    expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    expect(description.length).toBeLessThan(4_096);
    expect(Object.keys(inputSchema.properties).every((key) => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(key))).toBe(true);
  }
});

/** The keywords of a function declaration of Gemini (`Schema` in its API reference). */
const ofGemini = new Set(
  'type,format,title,description,nullable,enum,items,minItems,maxItems,properties,required,minimum,maximum'.split(','),
);

it('the listed schemas use only keywords and types that Gemini reads', () => {
  expect(breaking((schema) => Object.keys(schema).some((keyword) => !ofGemini.has(keyword)))).toEqual([]);
  expect(breaking(({ type }) => typeof type !== 'string')).toEqual([]);
  expect(breaking(({ type, items }) => type === 'array' && items === undefined)).toEqual([]);
  expect(breaking(({ enum: values, type }) => values !== undefined && type !== 'string')).toEqual([]);
  expect(
    breaking(({ required = [], properties = {} }) => required.some((name) => !Object.hasOwn(properties, name))),
  ).toEqual([]);
});

it('each listed object names its keys, without which Gemini and OpenAI in strict mode leave it out', () => {
  expect(breaking(({ type, properties = {} }) => type === 'object' && Object.keys(properties).length === 0)).toEqual(
    [],
  );
});
