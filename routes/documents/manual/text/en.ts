/** The frame of the manual, which is in English itself. */
export const manual = {
  name: 'Manual',
  contents: 'Contents of the manual',
  search: 'Search the manual',
  submit: 'Search',
  found: (count: number) => (count === 1 ? '1 section' : `${count} sections`),
  none: 'No section contains all of these words.',
};
