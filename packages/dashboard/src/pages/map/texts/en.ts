export const en = {
  title: 'Map',
  lead: 'Memories with similar meanings lie close together. Directions and long distances mean nothing.',
  sampled: (placed: string, total: string) => `It shows ${placed} of ${total} memories.`,
  colorBy: 'Color by',
  colorings: { project: 'Project', agent: 'Agent', type: 'Type' },
  legend: { title: 'Legend', others: 'All others', none: 'None' },
  picture: {
    label: 'Map of the memories',
    hint: 'Drag to move the map, turn the wheel to enlarge it, click a point to open its memory. With the keyboard: arrow keys go from point to point and Enter opens one; plus, minus and 0 enlarge, Shift with an arrow key moves.',
    zoomIn: 'Enlarge',
    zoomOut: 'Reduce',
    whole: 'Whole map',
  },
  table: { show: 'The same as a table', caption: 'Memories on the map', text: 'Memory', day: 'Day' },
  computing: {
    label: 'The map is being computed',
    reading: 'Reading the memories…',
    placing: (total: string) => `Placing the points of ${total} memories. This takes a few seconds…`,
  },
  empty: 'Nothing saved yet. Here your memories will lie as points, similar ones close together.',
  noVectors: 'No memory has a place yet. They get one when they have been indexed.',
  openInMemories: 'Open in Memories',
};
