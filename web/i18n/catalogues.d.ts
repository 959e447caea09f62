// The two parts of a catalogue, as scripts/split-catalogues.ts makes them.
declare module '*.json?start' {
  const messages: import('./messages.ts').Catalogue;
  export default messages;
}

declare module '*.json?pages' {
  const messages: import('./messages.ts').Catalogue;
  export default messages;
}
