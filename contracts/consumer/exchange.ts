import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PactV4 } from '@pact-foundation/pact';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contracts/endpoints/index.ts';
import { callPath, type Interaction, readBackName } from '#contracts/sets/interaction.ts';
import { CONSUMER, PROVIDER } from '#contracts/sets/merged.ts';
import { normalised } from '#contracts/sets/normalised.ts';
import { pinValues } from '#contracts/sets/pin-values.ts';
import { promiseCounts } from '#contracts/sets/promise-counts.ts';
import { requestMade, type State } from '#contracts/states/states.ts';
import { type Connection, connect } from '#src/services/connection.ts';
import { otherEnvelope, requireLooking, type Wire } from './looking.ts';
import { fromProviderState, someText, string, textLike } from './matching.ts';
import { readBacks } from './read-backs/index.ts';

/** Replaces the token of the console; a verifier puts in the token of the provider state. */
const PLACEHOLDER = 'Bearer test-token';
const LIVING_TOKEN = 'Bearer ${token}';
const COMMITTED = path.resolve(import.meta.dirname, '../../pacts/current');
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The shortest valid zip file. */
const EMPTY_ARCHIVE = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);

/** The serial number of the login that the token belongs to. */
export const SERIAL = 7;

type Heard<Hook extends keyof Connection> = Connection[Hook] extends (fact: infer Fact) => void ? Fact[] : never;

/** Everything that the console was notified of, in addition to the answer. */
export interface Hearing {
  rejected: Heard<'onRejected'>;
  refused: Heard<'onRefused'>;
  broken: Heard<'onUnanswered'>;
}

/** A reply of the provider, with matchers. */
export type Reply = { envelope: object } | { file: Named };

interface Named {
  /** For clients that read only ASCII. */
  plain: string;
  name: string;
}

/** `code` is literal, because a matcher would accept a refusal as a success. */
export const success = (data: object): Reply => ({ envelope: { code: 0, message: string('成功'), data } });

/** `code` and `reason` are literal; `more` has the further fields that the console reads. */
export const refusal = (code: number, reason: string, message: string, more: object = {}): Reply => ({
  envelope: { code, message: string(message), data: { reason, trace_id: someText('trace-1'), ...more } },
});

/** A spreadsheet, of which only the content type is compared. */
export const file = (named: Named): Reply => ({ file: named });

export interface Exchange {
  given: State[];
  /** POST when absent. */
  method?: 'GET';
  /** The literal path, including `/api`. */
  path: string;
  /** The exact body that the real service sends. */
  body?: object;
  /** Without a session no token is sent. */
  signedOut?: true;
  reply: Reply;
}

/** Sends the request that a real service makes in `use` to the mock provider. May be called once per test. */
export type Ask = (exchange: Exchange, use: (heard: Hearing) => Promise<void>) => Promise<void>;

function listen(baseUrl: string, token: string): Hearing {
  const heard: Hearing = { rejected: [], refused: [], broken: [] };
  connect({
    baseUrl: `${baseUrl}/api`,
    currentToken: () => ({ token, serial: SERIAL }),
    isClosed: () => false,
    language: () => 'zh-CN',
    textFor: ({ kind }) => kind,
    onRejected: (rejection) => heard.rejected.push(rejection),
    onRefused: (refused) => heard.refused.push(refused),
    onUnanswered: (breakage) => heard.broken.push(breakage),
  });
  return heard;
}

const fileHeaders = ({ plain, name }: Named) => ({
  'Content-Type': SPREADSHEET,
  'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
});

/** A different reply, to check that the test reads the reply. */
const otherAnswer = (reply: Reply): Wire =>
  'envelope' in reply
    ? otherEnvelope(reply.envelope)
    : { headers: fileHeaders({ plain: `another-${reply.file.plain}`, name: `another-${reply.file.name}` }), body: EMPTY_ARCHIVE };

async function exchangeIn(folder: string, description: string, { given, reply, ...request }: Exchange, use: Parameters<Ask>[1]) {
  const pact = new PactV4({ consumer: CONSUMER, provider: PROVIDER, dir: folder, logLevel: 'error' });
  const started = pact.addInteraction();
  for (const { name, params } of given)
    started.given(name, Object.keys(params).length > 0 ? JSON.parse(JSON.stringify(params)) : undefined);
  await started
    .uponReceiving(description)
    .withRequest(request.method ?? 'POST', request.path, (builder) => {
      builder.headers({
        'Accept-Language': 'zh-CN',
        ...(request.signedOut ? {} : { Authorization: fromProviderState(LIVING_TOKEN, PLACEHOLDER) }),
        ...(request.body ? { 'Content-Type': 'application/json' } : {}),
      });
      if (request.body) builder.jsonBody(request.body);
    })
    .willRespondWith(200, (builder) => {
      if ('envelope' in reply) builder.jsonBody(reply.envelope);
      else {
        const headers = fileHeaders(reply.file);
        builder.headers({
          ...headers,
          'Content-Disposition': textLike(
            /^attachment; filename="[^"]+\.xlsx"; filename\*=UTF-8''\S+\.xlsx$/,
            headers['Content-Disposition'],
          ),
        });
        builder.body(SPREADSHEET, EMPTY_ARCHIVE);
      }
    })
    .executeTest(async ({ url }) => {
      const token = request.signedOut ? '' : PLACEHOLDER.slice('Bearer '.length);
      await requireLooking({ expected: url, other: otherAnswer(reply) }, (asked) => use(listen(asked, token)));
    });
}

/** The Pact library repeats a matcher for every element of a list within a list. */
function withoutRepeats(interaction: Interaction): Interaction {
  const { response } = interaction;
  const rules = Object.entries(response.matchingRules?.body ?? {}).map(([place, rule]) => {
    const texts = rule.matchers.map((matcher) => JSON.stringify(matcher));
    return [place, { ...rule, matchers: rule.matchers.filter((_, at) => texts.indexOf(texts[at] ?? '') === at) }] as const;
  });
  if (rules.length === 0) return interaction;
  return { ...interaction, response: { ...response, matchingRules: { ...response.matchingRules, body: Object.fromEntries(rules) } } };
}

/** The exchange as it is published: what is fixed is literal, and counts are not negative. */
function tighten(interaction: Interaction): Interaction {
  const endpoint = endpoints.find(({ method, path: at }) => method === interaction.request.method && at === callPath(interaction));
  const pinned = pinValues(withoutRepeats(interaction));
  return endpoint === undefined ? pinned : promiseCounts(pinned, endpoint);
}

/**
 * The pact of one resource, written by its tests. It is generated in a temporary folder and compared with the committed one, or written to
 * PACT_FOLDER if that is set.
 */
export function describePact(resource: string, specs: (ask: Ask) => void): void {
  // The comparison runs last, in whatever order the exchanges come.
  describe(`the pact of ${resource}`, { shuffle: false }, () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-console-pact-'));
    const described = new Set<string>();
    let asked = 0;
    beforeEach(() => {
      asked = 0;
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const ask: Ask = async (exchange, use) => {
      const description = expect.getState().currentTestName?.split(' > ').at(-1) ?? '';
      asked += 1;
      if (asked > 1) throw new Error('one exchange per test');
      if (described.has(description)) throw new Error(`two exchanges are called "${description}"`);
      described.add(description);
      await exchangeIn(folder, description, exchange, use);
      const back = readBacks[resource]?.[description];
      if (back === undefined) return;
      const { path: at, body, reads, read } = back;
      const given = [...exchange.given, requestMade(exchange.path, exchange.body ?? {})];
      await exchangeIn(folder, readBackName(description), { given, path: at, body, reply: success(reads) }, async () =>
        expect(await read()).toMatchObject(reads),
      );
    };
    describe('the console', { shuffle: process.env.PACT_SHUFFLED === 'true' }, () => {
      specs(ask);
    });

    it('equals the committed one byte by byte', () => {
      expect(Object.keys(readBacks[resource] ?? {}).filter((name) => !described.has(name))).toEqual([]);
      const written = JSON.parse(readFileSync(path.join(folder, `${CONSUMER}-${PROVIDER}.json`), 'utf8'));
      const text = normalised({ ...written, interactions: written.interactions.map(tighten) });
      const target = process.env.PACT_FOLDER;
      if (target) {
        mkdirSync(target, { recursive: true });
        writeFileSync(path.join(target, `${resource}.json`), text);
      }
      expect(text).toBe(readFileSync(path.join(target || COMMITTED, `${resource}.json`), 'utf8'));
    });
  });
}
