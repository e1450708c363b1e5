/** What a machine is called in code, and what people are told it is. */
export interface MachineName {
  id: string;
  /** A sentence; where there is none, the kind of machine speaks for it. */
  description?: string;
}
