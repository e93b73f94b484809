const circle = 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z';

/**
 * The shapes of the groups around the point 0, 0 with about the same area. With them, colour alone never carries
 * meaning.
 */
const outlines = [
  circle,
  'M-4.4-4.4h8.8v8.8h-8.8z',
  'M0-6l5.6 10h-11.2z',
  'M0-6.2l5 6.2l-5 6.2l-5-6.2z',
  'M-1.7-5.5h3.4v3.8h3.8v3.4h-3.8v3.8h-3.4v-3.8h-3.8v-3.4h3.8z',
  'M0 6l5.6-10h-11.2z',
  'M0-5.6l5.4 3.9l-2.1 6.3h-6.6l-2.1-6.3z',
  'M0-6.4l1.7 4.1l4.5.3l-3.5 2.8l1.1 4.3l-3.8-2.4l-3.8 2.4l1.1-4.3l-3.5-2.8l4.5-.3z',
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM-2.4 0a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z',
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
];

/** Returns the outline of a group's shape, as the `d` of a path. */
export const outlineOf = (look: number): string => outlines[look] ?? circle;
