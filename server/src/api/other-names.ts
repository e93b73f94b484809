/** Names in other memory services and chat APIs, with the fields here that have the same meaning. */
const sameMeaning: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ limit: ['top_k'], top_k: ['limit'], max_results: ['top_k', 'limit'], num_results: ['top_k'], k: ['top_k'] },
    ...{ page_size: ['limit'], next_cursor: ['cursor'], q: ['query'], filter: ['filters'] },
    ...{ min_score: ['threshold'], score_threshold: ['threshold'] },
    ...{ id: ['memory_id'], content: ['memory', 'text'], data: ['memory', 'text'], memory: ['text'] },
    ...{ user: ['user_id'], agent: ['agent_id'], run: ['run_id'], session_id: ['run_id'] },
  }),
);

/** Names with the fields that serve their purpose, although a value may have another form. */
const samePurpose: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ per_page: ['limit'], page: ['cursor'], offset: ['cursor'], thread_id: ['run_id'], app_id: ['agent_id'] },
    ...{ expiration_date: ['expires_at'], timestamp: ['occurred_at'], name: ['label'], sort: ['order'] },
    ...{ type: ['role'], role_type: ['role'], parts: ['content'], kwargs: ['content'] },
    ...{ containerTag: ['user_id'], containerTags: ['user_id'], metadata: ['filters'], tags: ['tag', 'metadata'] },
    ...{ project: ['metadata', 'filters'], source: ['metadata', 'filters'], memory_type: ['metadata', 'filters'] },
  }),
);

/** Returns the field that has the meaning of another service's name, if it is one of the fields. */
export function fieldOfMeaning(name: string, fields: readonly string[]): string | undefined {
  return sameMeaning.get(name)?.find((field) => fields.includes(field));
}

/** The same, also for a field that takes other values. */
export function fieldOfPurpose(name: string, fields: readonly string[]): string | undefined {
  return fieldOfMeaning(name, fields) ?? samePurpose.get(name)?.find((field) => fields.includes(field));
}
