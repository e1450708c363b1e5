/** The id of a machine in code and its description for readers. */
export interface MachineName {
  id: string;
  /** A sentence. A builder supplies a description of its kind when none is given. */
  description?: string;
}
