export const en = {
  title: 'Map',
  lead: 'Memories with similar meanings are close together. Directions and long distances have no meaning.',
  sampled: (placed: string, total: string) => `It shows ${placed} of ${total} memories.`,
  colorBy: 'Colour by',
  colorings: { project: 'Project', agent: 'Agent', type: 'Type' },
  legend: { title: 'Legend', others: 'All others', none: 'None' },
  picture: {
    label: 'Map of the memories',
    hint: 'Drag to move the map, scroll to zoom, and click a point to open its memory. With the keyboard, the arrow keys select a point and Enter opens it. Plus, minus and 0 zoom; Shift with an arrow key moves the map.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    whole: 'Whole map',
  },
  table: { show: 'Show as a table', caption: 'Memories on the map', text: 'Memory', day: 'Day' },
  computing: {
    label: 'The map is being computed',
    reading: 'Reading the memories…',
    placing: (total: string) => `Placing the points of ${total} memories. This takes a few seconds…`,
  },
  empty: 'No memories yet. Your memories will appear here as points, with similar ones close together.',
  noVectors: 'No memory is on the map yet. Memories appear when they have been indexed.',
  openInMemories: 'Open in Memories',
};
