/** In place of the types of Preact, which Auth.js makes its pages with: they bring those of a browser, and Node has its own. */
export {};
