export const colorings = ['project', 'agent', 'type'] as const;
/** The property that determines the colour of a point. */
export type Coloring = (typeof colorings)[number];

/** The colouring and the opened memory, as in the address of the page. */
export interface MapSearch {
  color?: Coloring;
  id?: string;
}

/** Reads the address. Invalid values are ignored. */
export function readMapSearch({ color, id }: Record<string, unknown>): MapSearch {
  const chosen = colorings.find((one) => one === color);
  return { ...(chosen && { color: chosen }), ...(typeof id === 'string' && id !== '' && { id }) };
}
