/** A text that holds this is refused, as a provider refuses some for reasons of its own. */
export const poison = 'xyzzy-refused-by-the-provider';
