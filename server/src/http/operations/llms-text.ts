/**
 * The page that introduces the server to a language model.
 * @param base URL of the server, ending with a slash
 */
export function llmsText(base: string, prefix: string): string {
  return `# Mnema

> Long-term memory for AI agents: store facts in one session, find them with semantic search in another.

Every call takes an API key in the header X-API-Key. Bodies are JSON. Errors are problem documents with a code and a
fix. Never store secrets: a write that contains one is rejected with 422.

## Over MCP

- [Endpoint](${base}mcp): POST JSON-RPC, stateless; GET describes it. Tools: ${prefix}_add, ${prefix}_search,
  ${prefix}_profile, ${prefix}_list, ${prefix}_update, ${prefix}_delete
- [Server card](${base}mcp/server-card): address, versions and headers for clients

## Over REST

- [Contract](${base}openapi.json): OpenAPI 3.1, every operation, error and limit
- [Reference](${base}docs): the contract as a web page
- Write: POST ${base}memories {"text": "…", "metadata": {"project": "…"}} returns 202 with memory_id; the memory is on disk
- Search: POST ${base}search {"query": "…", "filters": {"project": "…"}, "top_k": 5} returns results, best first
- Read, change, delete: GET, PUT, DELETE ${base}memories/{memory_id}; GET ${base}memories lists, with a cursor
- Summary of a user or project: GET ${base}profile; the rest of this month's quota: GET ${base}usage

Retry a write safely with the header Idempotency-Key. Wait for the search index with the header Prefer: wait=5. On 429
wait for the seconds in Retry-After.

## Optional

- [Health](${base}healthz) and [readiness](${base}readyz)
`;
}
