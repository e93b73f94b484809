/** `restriction` is JSON text, or null for a key that may access the whole account. */
export const restrictedKeys = 'ALTER TABLE api_key ADD COLUMN restriction TEXT';
