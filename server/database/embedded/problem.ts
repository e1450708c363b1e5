/** Thrown when the database cannot be used; its message tells the operator everything they need. */
export class DatabaseProblem extends Error {}
