/**
 * Which fields the documents of the Pact Broker have, as in its approved fixtures (spec/fixtures/approvals of pact-foundation/pact_broker)
 * and, where it has none, in the decorators of its API. Lists are written `[]`; a link has `href`, and may have a title, a name and
 * `templated`.
 */
const link = (at: string): string[] => ['href', 'title', 'name', 'templated'].map((field) => `${at}.${field}`);

/** What `POST /contracts/publish` takes: publish_contract_nothing_exists. */
export const publishRequest: ReadonlySet<string> = new Set([
  'pacticipantName',
  'pacticipantVersionNumber',
  'branch',
  'tags[]',
  'buildUrl',
  ...['consumerName', 'providerName', 'specification', 'contentType', 'content', 'onConflict'].map((field) => `contracts[].${field}`),
]);

/** What `POST /contracts/publish` answers: publish_contract_nothing_exists. */
export const publishAnswer: ReadonlySet<string> = new Set([
  ...['level', 'message', 'deprecationWarning'].map((field) => `logs[].${field}`),
  ...['type', 'text'].map((field) => `notices[].${field}`),
  '_embedded.pacticipant.name',
  ...link('_embedded.pacticipant._links.self'),
  '_embedded.version.number',
  ...link('_embedded.version._links.self'),
  ...link('_links.pb:pacticipant'),
  ...link('_links.pb:pacticipant-version'),
  ...link('_links.pb:pacticipant-version-tags[]'),
  ...link('_links.pb:contracts[]'),
]);

/** What a verifier is told to verify: get_provider_pacts_for_verification. */
export const pactsForVerification: ReadonlySet<string> = new Set([
  '_embedded.pacts[].shortDescription',
  ...['when', 'text'].map((field) => `_embedded.pacts[].verificationProperties.notices[].${field}`),
  '_embedded.pacts[].verificationProperties.pending',
  ...link('_embedded.pacts[]._links.self'),
  ...link('_links.self'),
]);

/** One application: docs_pacticipants_pacticipant_get. */
export const pacticipant: ReadonlySet<string> = new Set([
  'name',
  ...['self', 'pb:versions', 'pb:branches', 'pb:version', 'pb:version-tag', 'pb:branch-version', 'pb:label'].flatMap((name) =>
    link(`_links.${name}`),
  ),
]);

/** The entry of the API, as far as this project follows its links. */
export const index: ReadonlySet<string> = new Set(
  ['self', 'pb:publish-contracts', 'pb:pacticipant-version', 'pb:pacticipant-branch-version', 'pb:provider-pacts-for-verification'].flatMap(
    (name) => link(`_links.${name}`),
  ),
);

/** One version of an application. */
export const pacticipantVersion: ReadonlySet<string> = new Set(['number', ...link('_links.pb:pact-versions[]')]);

/** What the broker adds to a published pact. */
export const pactLinks: ReadonlySet<string> = new Set(
  ['self', 'pb:consumer', 'pb:consumer-version', 'pb:provider', 'pb:publish-verification-results'].flatMap((name) =>
    link(`_links.${name}`),
  ),
);
