/** How the simulated channel behaves. */
export interface SandboxConfig {
  /** Everything that looks like chance follows from it. */
  readonly seed: string;
  /** Simulated minutes per real minute, 1 to 240. */
  readonly speed: number;
  /** Incidents: accounts that are disabled, tokens that are taken back. */
  readonly faults: boolean;
  /** Whether its clock may be moved by a call; for tests. */
  readonly control: boolean;
  /** Whether a page gives tokens away, to be pasted; never in production. */
  readonly tokens: boolean;
}
