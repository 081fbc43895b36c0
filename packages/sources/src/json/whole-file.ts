/** The path that means the document as a whole, as one row; in a module of its own, since screens need it and not what reads documents. */
export const WHOLE_FILE = '.';
