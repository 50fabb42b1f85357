/** The name of the program, before a command that a person is to copy: in a checkout, npx finds it. */
export const PROGRAM = process.argv[1]?.endsWith('launch.js') === true ? 'npx schoolgate' : 'schoolgate';
