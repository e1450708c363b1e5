import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVIDER } from '#contracts/sets/merged.ts';

/** A request as it arrived. */
interface RecordedRequest {
  method: string;
  /** Includes the query. */
  path: string;
  authorization: string | null;
  /** Parsed; null when empty. */
  body: unknown;
}

interface PlannedAnswer {
  status: number;
  /** Sent as JSON, or as it is when it is a text. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface KeptPact {
  interactions: object[];
  [field: string]: unknown;
}

/** Records the requests it receives and imitates the documents of a Pact Broker that they need. */
export interface RecordingBroker {
  /** `http://127.0.0.1:<port>` */
  url: string;
  requests: RecordedRequest[];
  /** From now on, answers every request with a matching path like this. */
  plan(path: RegExp, answer: PlannedAnswer): void;
  /** The pact of the last publication; throws without one. */
  published(): KeptPact;
  close(): Promise<void>;
}

const PROVIDER_PATH = `/pacticipants/${PROVIDER}`;
const VERSION = /^\/pacticipants\/([^/]+)\/versions\/([^/]+)$/;
const PACT = /^\/pacts\/provider\/[^/]+\/consumer\/([^/]+)\/version\/([^/]+)$/;

const pactAddress = (base: string, consumer: string, version: string): string =>
  `${base}/pacts/provider/${PROVIDER}/consumer/${consumer}/version/${encodeURIComponent(version)}`;

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
    logs: [{ level: 'success', message: 'Pact successfully published.', deprecationWarning: 'Replaced by notices' }],
    _embedded: {
      pacticipant: { name: consumer, _links: { self: { href: `${base}/pacticipants/${consumer}` } } },
      version: { number: version, _links: { self } },
    },
    _links: {
      'pb:pacticipant': { title: 'Pacticipant', name: consumer, href: `${base}/pacticipants/${consumer}` },
      'pb:pacticipant-version': self,
      'pb:pacticipant-version-tags': [],
      'pb:contracts': [
        { title: 'Pact', name: `Pact between ${consumer} (${version}) and ${PROVIDER}`, href: pactAddress(base, consumer, version) },
      ],
    },
  };
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

interface PublishBody {
  pacticipantName: string;
  pacticipantVersionNumber: string;
  contracts: { content: string }[];
}

/** The answer to each request. */
function answersOf(base: string, storedPacts: Map<string, KeptPact>) {
  const notFound: PlannedAnswer = { status: 404, body: { error: 'No such resource' } };

  function take({ pacticipantName, pacticipantVersionNumber, contracts }: PublishBody): PlannedAnswer {
    for (const { content } of contracts) {
      storedPacts.set(`${pacticipantName} ${pacticipantVersionNumber}`, JSON.parse(Buffer.from(content, 'base64').toString()) as KeptPact);
    }
    return { status: 200, body: publicationOf(base, pacticipantName, pacticipantVersionNumber) };
  }

  function pact(consumer: string, version: string, path: string): PlannedAnswer {
    const found = storedPacts.get(`${consumer} ${version}`);
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

  function version(consumer: string, number: string): PlannedAnswer {
    if (!storedPacts.has(`${consumer} ${number}`)) return notFound;
    const href = pactAddress(base, consumer, number);
    return { status: 200, body: { number, _links: { 'pb:pact-versions': [{ title: 'Pact', name: 'Pact', href }] } } };
  }

  /** The last pact, whatever the selectors say. */
  function forVerification(path: string): PlannedAnswer {
    const pacts = [...storedPacts.keys()].slice(-1).map((key) => {
      const [consumer = '', number = ''] = key.split(' ');
      const href = pactAddress(base, consumer, number);
      const notices = [{ when: 'before_verification', text: `The pact at ${href} is being verified` }];
      return {
        shortDescription: 'latest',
        verificationProperties: { notices },
        _links: { self: { href, name: `Pact between ${consumer}` } },
      };
    });
    return { status: 200, body: { _embedded: { pacts }, _links: { self: { href: `${base}${path}`, title: 'Pacts to be verified' } } } };
  }

  function provider(): PlannedAnswer {
    const branch = { href: `${base}${PROVIDER_PATH}/branches/{branch}/versions/{version}`, templated: true };
    return { status: 200, body: { name: PROVIDER, _links: { self: { href: `${base}${PROVIDER_PATH}` }, 'pb:branch-version': branch } } };
  }

  return ({ method, path, body }: RecordedRequest): PlannedAnswer => {
    if (path === '/') return { status: 200, body: indexOf(base) };
    if (path === PROVIDER_PATH) return provider();
    if (path.endsWith('/for-verification')) return forVerification(path);
    if (path === '/contracts/publish') return take(body as PublishBody);
    if (path.endsWith('/verification-results') || method === 'PUT') return { status: 201, body: {} };
    const [, consumer = '', number = ''] = VERSION.exec(path) ?? [];
    if (number !== '') return version(consumer, decodeURIComponent(number));
    const [, by = '', published] = PACT.exec(path) ?? [];
    return published === undefined ? notFound : pact(by, decodeURIComponent(published), path);
  };
}

/** Listens on a free port of this machine. As a proxy it only records. */
export async function startRecordingBroker(): Promise<RecordingBroker> {
  const requests: RecordedRequest[] = [];
  const planned: { path: RegExp; answer: PlannedAnswer }[] = [];
  const kept = new Map<string, KeptPact>();
  let answer: (request: RecordedRequest) => PlannedAnswer = () => ({ status: 500 });

  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { method = '', url: path = '', headers } = request;
      const recorded: RecordedRequest = {
        method,
        path,
        authorization: headers.authorization ?? null,
        body: text === '' ? null : JSON.parse(text),
      };
      requests.push(recorded);
      const chosen = planned.findLast((plan) => plan.path.test(path))?.answer ?? answer(recorded);
      response.writeHead(chosen.status, { 'content-type': 'application/hal+json;charset=utf-8', ...chosen.headers });
      response.end(typeof chosen.body === 'string' ? chosen.body : JSON.stringify(chosen.body ?? {}));
    });
  });
  server.on('connect', (request, socket) => {
    requests.push({ method: 'CONNECT', path: request.url ?? '', authorization: null, body: null });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answer = answersOf(url, kept);

  return {
    url,
    requests,
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
