import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVIDER } from '#contracts/sets/merged.ts';

/** A request as it arrived. */
interface Heard {
  method: string;
  /** With its query. */
  path: string;
  authorization: string | null;
  /** Parsed; null for none. */
  body: unknown;
}

interface Planned {
  status: number;
  /** Sent as JSON, a text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface KeptPact {
  interactions: object[];
  [field: string]: unknown;
}

/** Records what it is sent, and imitates as much of a Pact Broker's documents as that needs. It is none. */
export interface RecordingBroker {
  /** `http://127.0.0.1:<port>` */
  url: string;
  heard: Heard[];
  /** Answers every request whose path matches so, from now on. */
  plan(path: RegExp, answer: Planned): void;
  /** What the last publication held; throws when there was none. */
  published(): KeptPact;
  close(): Promise<void>;
}

const PROVIDER_PATH = `/pacticipants/${PROVIDER}`;
const VERSION = /^\/pacticipants\/([^/]+)\/versions\/([^/]+)$/;
const PACT = /^\/pacts\/provider\/[^/]+\/consumer\/[^/]+\/version\/([^/]+)$/;

function indexOf(base: string): object {
  const templated = (path: string) => ({ href: `${base}${path}`, templated: true });
  return {
    _links: {
      self: { href: base, title: 'Index', templated: false },
      'pb:publish-contracts': { href: `${base}/contracts/publish`, title: 'Publish contracts', templated: false },
      'pb:pacticipant-version': templated('/pacticipants/{pacticipant}/versions/{version}'),
      'pb:pacticipant-branch-version': templated('/pacticipants/{pacticipant}/branches/{branch}/versions/{version}'),
      'pb:provider-pacts-for-verification': templated('/pacts/provider/{provider}/for-verification'),
    },
  };
}

function publicationOf(base: string, consumer: string, version: string): object {
  const self = { title: 'Version', name: version, href: `${base}/pacticipants/${consumer}/versions/${encodeURIComponent(version)}` };
  return {
    notices: [{ type: 'success', text: `Pact successfully published for ${consumer} version ${version} and provider ${PROVIDER}.` }],
    logs: [],
    _embedded: {
      pacticipant: { name: consumer, _links: { self: { href: `${base}/pacticipants/${consumer}` } } },
      version: { number: version, _links: { self } },
    },
    _links: {
      'pb:pacticipant': { title: 'Pacticipant', name: consumer, href: `${base}/pacticipants/${consumer}` },
      'pb:pacticipant-version': self,
      'pb:pacticipant-version-tags': [],
      'pb:contracts': [],
    },
  };
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

interface PublishBody {
  pacticipantName: string;
  pacticipantVersionNumber: string;
  contracts: { content: string }[];
}

/** Every answer of the imitation, by what was asked. */
function answersOf(base: string, kept: Map<string, KeptPact>) {
  const notFound: Planned = { status: 404, body: { error: 'No such resource' } };

  function take({ pacticipantName, pacticipantVersionNumber, contracts }: PublishBody): Planned {
    for (const { content } of contracts) {
      kept.set(pacticipantVersionNumber, JSON.parse(Buffer.from(content, 'base64').toString()) as KeptPact);
    }
    return { status: 200, body: publicationOf(base, pacticipantName, pacticipantVersionNumber) };
  }

  function pact(version: string, path: string): Planned {
    const found = kept.get(version);
    if (found === undefined) return notFound;
    const interactions = found.interactions.map((each) => ({
      _id: createHash('sha1').update(JSON.stringify(each)).digest('hex'),
      ...each,
    }));
    const _links = {
      self: { title: 'Pact', name: 'Pact', href: `${base}${path}` },
      'pb:provider': { title: 'Provider', name: PROVIDER, href: `${base}${PROVIDER_PATH}` },
      'pb:publish-verification-results': { title: 'Publish verification results', href: `${base}${path}/verification-results` },
    };
    return { status: 200, body: { ...found, interactions, _links } };
  }

  function version(consumer: string, number: string): Planned {
    if (!kept.has(number)) return notFound;
    const href = `${base}/pacts/provider/${PROVIDER}/consumer/${consumer}/version/${encodeURIComponent(number)}`;
    return { status: 200, body: { number, _links: { 'pb:pact-versions': [{ title: 'Pact', name: 'Pact', href }] } } };
  }

  /** The last one, whatever the selectors ask for. */
  function forVerification(path: string): Planned {
    const pacts = [...kept.keys()].slice(-1).map((number) => {
      const href = `${base}/pacts/provider/${PROVIDER}/consumer/any/version/${encodeURIComponent(number)}`;
      return { shortDescription: 'latest', verificationProperties: { notices: [] }, _links: { self: { href, name: 'Pact' } } };
    });
    return { status: 200, body: { _embedded: { pacts }, _links: { self: { href: `${base}${path}`, title: 'Pacts to be verified' } } } };
  }

  function provider(): Planned {
    const branch = { href: `${base}${PROVIDER_PATH}/branches/{branch}/versions/{version}`, templated: true };
    return { status: 200, body: { name: PROVIDER, _links: { self: { href: `${base}${PROVIDER_PATH}` }, 'pb:branch-version': branch } } };
  }

  return ({ method, path, body }: Heard): Planned => {
    if (path === '/') return { status: 200, body: indexOf(base) };
    if (path === PROVIDER_PATH) return provider();
    if (path.endsWith('/for-verification')) return forVerification(path);
    if (path === '/contracts/publish') return take(body as PublishBody);
    if (path.endsWith('/verification-results') || method === 'PUT') return { status: 201, body: {} };
    const [, consumer = '', number = ''] = VERSION.exec(path) ?? [];
    if (number !== '') return version(consumer, decodeURIComponent(number));
    const [, published] = PACT.exec(path) ?? [];
    return published === undefined ? notFound : pact(decodeURIComponent(published), path);
  };
}

/** Listens on a free port of this machine; also as a proxy, which only records. */
export async function startRecordingBroker(): Promise<RecordingBroker> {
  const heard: Heard[] = [];
  const planned: { path: RegExp; answer: Planned }[] = [];
  const kept = new Map<string, KeptPact>();
  let answer: (request: Heard) => Planned = () => ({ status: 500 });

  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const { method = '', url: path = '', headers } = request;
      const asked: Heard = { method, path, authorization: headers.authorization ?? null, body: text === '' ? null : JSON.parse(text) };
      heard.push(asked);
      const chosen = planned.findLast((plan) => plan.path.test(path))?.answer ?? answer(asked);
      response.writeHead(chosen.status, { 'content-type': 'application/hal+json;charset=utf-8', ...chosen.headers });
      response.end(typeof chosen.body === 'string' ? chosen.body : JSON.stringify(chosen.body ?? {}));
    });
  });
  server.on('connect', (request, socket) => {
    heard.push({ method: 'CONNECT', path: request.url ?? '', authorization: null, body: null });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = answersOf(url, kept);

  return {
    url,
    heard,
    plan: (path, given) => void planned.push({ path, answer: given }),
    published: () => {
      const last = [...kept.values()].at(-1);
      if (last === undefined) throw new Error('nothing was published');
      return last;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
