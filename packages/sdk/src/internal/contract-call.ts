import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchOptions,
  type MethodResponse,
  type RequestBodyOption,
} from 'openapi-fetch';
import type { paths } from '../generated/contract.ts';
import type { ScopeName } from './scope.ts';

/** The client of openapi-fetch for the contract. */
export type ContractClient = Client<paths>;

/** Creates a client that sends bodies as they are, because a call writes its body once for all attempts. */
export function createContractClient(baseUrl: string): ContractClient {
  return createClient<paths>({ baseUrl, bodySerializer: (text) => text });
}

/**
 * A method of the client for a request that is written already. The types of the contract describe its parts before
 * that, and `Connection.call` checks them.
 */
export type SendWritten = (
  path: string,
  request: Omit<FetchOptions<unknown>, 'params' | 'body'> & { params: { path: unknown }; body: string | undefined },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** A method of HTTP that the contract uses. */
export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths of the contract that have an operation for this verb. */
export type PathOf<Method extends Verb> = ClientPathsWithMethod<ContractClient, Lowercase<Method>>;

type OperationOf<Method extends Verb, Path extends PathOf<Method>> = paths[Path][Lowercase<Method> & keyof paths[Path]];

/** The fields of a request before they are written: undefined ones are left out, and a date gets its ISO form. */
type Sendable<Fields> = {
  [Name in keyof Fields]:
    | (NonNullable<Fields[Name]> extends readonly (infer Item)[] ? readonly Sendable<Item>[] : Fields[Name])
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
type BodyPart<Operation> =
  RequestBodyOption<Operation> extends { body: infer Body } ? { body: Sendable<Body> } & ScopePart<Body> : unknown;

/** The parts of a request of one operation: the names in its path, its query, its body and the scope in these. */
export type RequestOf<Method extends Verb, Path extends PathOf<Method>> = PathPart<OperationOf<Method, Path>> &
  QueryPart<OperationOf<Method, Path>> &
  (Path extends '/import' ? { lines: string } : BodyPart<OperationOf<Method, Path>>);

/** The value of a successful response of one operation. An export is read piece by piece. */
export type ValueOf<Method extends Verb, Path extends PathOf<Method>> = Path extends '/export'
  ? AsyncIterable<Uint8Array>
  : MethodResponse<ContractClient, Lowercase<Method>, Path>;
