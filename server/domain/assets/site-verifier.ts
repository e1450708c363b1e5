import type { Static } from 'typebox';
import type { VerifyMethod } from '#contracts/endpoints/sites.ts';

export interface DomainProof {
  /** As stored: lower case, in `xn--` form. */
  domain: string;
  method: Static<typeof VerifyMethod>;
  /** Expected content of the record, tag or file. */
  token: string;
}

/** `unreachable`: the domain could not be reached. `missing`: it was reached, but without the token. */
export const proofProblems = ['unreachable', 'missing'] as const;
export type ProofProblem = (typeof proofProblems)[number];

/** Checks the proof of a domain from outside. An implementation with internet access looks up the record or fetches the page. */
export interface SiteVerifier {
  /** Null when the domain is proved. Never throws because of a domain's answer or silence. */
  check(proof: DomainProof): Promise<ProofProblem | null>;
}

/** Treats domains below `.test` as proved and all others as unreachable, because this server makes no network requests. */
export const testDomains: SiteVerifier = {
  check: async ({ domain }) => (domain.endsWith('.test') ? null : 'unreachable'),
};
