/** The types of css-tree name its main module only, which reads the definitions of all properties when it is loaded. */
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree';
}
