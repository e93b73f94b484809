export const colorings = ['project', 'agent', 'type'] as const;
/** What the points are colored by. */
export type Coloring = (typeof colorings)[number];

/** The coloring and the opened memory, as the address of the page has them. */
export interface MapSearch {
  color?: Coloring;
  id?: string;
}

/** Reads the address. What is wrong in it is left out, as if it had not been there. */
export function readMapSearch({ color, id }: Record<string, unknown>): MapSearch {
  const chosen = colorings.find((one) => one === color);
  return { ...(chosen && { color: chosen }), ...(typeof id === 'string' && id !== '' && { id }) };
}
