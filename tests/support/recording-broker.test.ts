import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leavesOf } from '#contracts/sets/leaves.ts';
import { mergedText } from '#contracts/sets/merged.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import * as documents from './broker-documents.ts';
import { type RecordingBroker, startRecordingBroker } from './recording-broker.ts';

let broker: RecordingBroker;
let publication: unknown;

beforeAll(async () => {
  broker = await startRecordingBroker();
  const dicts = { pacts: currentSet().pacts.filter(({ resource }) => resource === 'dicts') };
  const content = Buffer.from(mergedText(dicts)).toString('base64');
  const body = { pacticipantName: 'ad-console', pacticipantVersionNumber: 'abc', branch: 'main', contracts: [{ content }] };
  publication = await (await fetch(`${broker.url}/contracts/publish`, { method: 'POST', body: JSON.stringify(body) })).json();
});
afterAll(() => broker.close());

/** The fields of an imitated document that the real one does not have. An empty list shows no field. */
const inventedFields = (document: unknown, real: ReadonlySet<string>): string[] =>
  leavesOf(document).filter((leaf) => !real.has(leaf) && ![...real].some((known) => known.startsWith(`${leaf}[]`)));

const get = async (path: string): Promise<unknown> => (await fetch(`${broker.url}${path}`)).json();
const PACT = '/pacts/provider/ad-delivery-api/consumer/ad-console/version/abc';

describe('the imitated broker', () => {
  it('answers a publication with no field that the real broker does not send', () => {
    expect(inventedFields(publication, documents.publishAnswer)).toEqual([]);
  });

  it.each([
    ['its entry', '/', documents.index],
    ['an application', '/pacticipants/ad-delivery-api', documents.pacticipant],
    ['a version', '/pacticipants/ad-console/versions/abc', documents.pacticipantVersion],
    ['the pacts to verify', '/pacts/provider/ad-delivery-api/for-verification', documents.pactsForVerification],
  ])('has no field in %s that the real one does not have', async (_name, path, real) => {
    expect(inventedFields(await get(path), real)).toEqual([]);
  });

  it('adds to a pact only links that the real one adds', async () => {
    const { _links } = (await get(PACT)) as { _links: object };
    expect(inventedFields({ _links }, documents.pactLinks)).toEqual([]);
  });

  it('is found out when it invents a field', () => {
    expect(inventedFields({ name: 'x', colour: 'red' }, documents.pacticipant)).toEqual(['colour']);
  });
});
