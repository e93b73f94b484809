/** A text that holds this is rejected, as a provider rejects some for reasons of its own. */
export const poison = 'xyzzy-refused-by-the-provider';
