/** Settings of the simulated channel. */
export interface SandboxConfig {
  /** Determines all pseudo-random numbers. */
  readonly seed: string;
  /** Simulated minutes per real minute, 1 to 240. */
  readonly speed: number;
  /** Whether incidents happen, such as disabled ad accounts and revoked tokens. */
  readonly faults: boolean;
  /** Whether calls may move its clock; for tests. */
  readonly control: boolean;
  /** Whether people may authorise with it; what was authorised before keeps working. */
  readonly isOffered: boolean;
  /** Whether a page shows tokens for pasting; never in production. */
  readonly tokens: boolean;
}
