/** Why the embedded database cannot be used; the message is all the reader needs. */
export class DatabaseProblem extends Error {}
