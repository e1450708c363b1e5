import type { Static } from 'typebox';
import type { VerifyMethod } from '#contracts/endpoints/sites.ts';

export interface DomainProof {
  /** As kept: lower case, `xn--` form. */
  domain: string;
  method: Static<typeof VerifyMethod>;
  /** What the record, tag or file has to hold. */
  token: string;
}

/** `unreachable`: the domain was not seen at all. `missing`: it was, without our token. */
export const proofProblems = ['unreachable', 'missing'] as const;
export type ProofProblem = (typeof proofProblems)[number];

/** Looks at a domain from outside. An adapter that may reach the internet looks up the record or fetches the page. */
export interface SiteVerifier {
  /** Null: the domain is proved. Never throws for what the domain answers or fails to answer. */
  check(proof: DomainProof): Promise<ProofProblem | null>;
}

/** Domains below `.test` belong to nobody and are taken as proved; every other one is out of reach of this server, which asks no network. */
export const testDomains: SiteVerifier = {
  check: async ({ domain }) => (domain.endsWith('.test') ? null : 'unreachable'),
};
