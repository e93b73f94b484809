import type { paths } from '../generated/contract.ts';
import type { ScopeName } from './scope.ts';

type Verbs = { GET: 'get'; POST: 'post'; PUT: 'put'; PATCH: 'patch'; DELETE: 'delete' };

/** A method of HTTP that the contract uses. */
export type Verb = keyof Verbs;

/** The paths of the contract that have an operation for this verb. */
export type PathOf<Method extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { [Name in Verbs[Method]]: object } ? Path : never;
}[keyof paths];

type OperationOf<Method extends Verb, Path extends PathOf<Method>> = paths[Path][Verbs[Method] & keyof paths[Path]];

/** The fields of a request before they are written: undefined ones are left out, and a date gets its ISO form. */
type Sendable<Fields> = {
  [Name in keyof Fields]:
    | (Fields[Name] extends readonly (infer Item)[] ? readonly Sendable<Item>[] : Fields[Name])
    | (undefined extends Fields[Name] ? undefined : never)
    | (string extends Fields[Name] ? Date : never);
};

type PathPart<Operation> = Operation extends { parameters: { path: infer Names } } ? { path: Names } : unknown;
/** Fields that a scoped client fills in have to be listed. */
type ScopePart<Fields> =
  Extract<keyof NonNullable<Fields>, ScopeName> extends never ? unknown : { scope: readonly ScopeName[] };
type QueryPart<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { query?: Sendable<Query> } & ScopePart<Query>
  : unknown;
/** Lines stand in place of a body of one document. */
type BodyPart<Operation> = Operation extends { requestBody: { content: { 'application/x-ndjson': unknown } } }
  ? { lines: string }
  : Operation extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Sendable<Body> } & ScopePart<Body>
    : unknown;

/** The parts of a request of one operation: the names in its path, its query, its body and the scope in these. */
export type RequestOf<Method extends Verb, Path extends PathOf<Method>> = PathPart<OperationOf<Method, Path>> &
  QueryPart<OperationOf<Method, Path>> &
  BodyPart<OperationOf<Method, Path>>;

/** A stream is read piece by piece. */
type JsonOf<Response> = Response extends { content: { 'application/json': infer Value } }
  ? Value
  : Response extends { content: { 'application/x-ndjson': unknown } }
    ? AsyncIterable<Uint8Array>
    : never;

/** The value of a successful response of one operation. */
export type ValueOf<Method extends Verb, Path extends PathOf<Method>> =
  OperationOf<Method, Path> extends { responses: infer Responses }
    ? JsonOf<Responses[Extract<keyof Responses, 200 | 201 | 202>]>
    : never;
