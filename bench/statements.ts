import type { CustomTypesConfig } from 'pg';
import pg from 'pg';

/** A statement as it was sent. */
export interface Sent {
  text: string;
  values: readonly unknown[];
  /** The name of the prepared statement; absent when it is not prepared. */
  name: string | undefined;
  /** The number of its connection. */
  connection: number;
  /** The numbers of the statements that were answered before it was sent. */
  after: readonly number[];
}

interface Asked {
  text: string;
  values?: readonly unknown[];
  name?: string;
}

const isReading = (text: string): boolean => !/^\s*(insert|update|delete)/i.test(text);

/** Records the statements that a function sends, in order. Statements that change data are ignored. */
export async function statementsOf(once: () => Promise<unknown>): Promise<Sent[]> {
  const seen: Sent[] = [];
  const answered = new Set<number>();
  const connections = new Map<pg.Client, number>();
  const stop = watchQueries((client, asked, answer) => {
    if (!isReading(asked.text)) return;
    const connection = connections.get(client) ?? connections.size;
    connections.set(client, connection);
    const number = seen.length;
    seen.push({ text: asked.text, values: asked.values ?? [], name: asked.name, connection, after: [...answered] });
    void answer.then(
      () => answered.add(number),
      () => undefined,
    );
  });
  try {
    await once();
  } finally {
    stop();
  }
  return seen;
}

/** Records every query of this process until it is stopped. */
export function watchQueries(told: (client: pg.Client, asked: Asked, answer: Promise<unknown>) => void): () => void {
  const { prototype } = pg.Client;
  const original = prototype.query;
  Reflect.set(prototype, 'query', function watched(this: pg.Client, ...given: unknown[]) {
    const [first, values] = given;
    const answer = Reflect.apply(original, this, given) as unknown;
    const asked = typeof first === 'string' ? { text: first, values: values as unknown[] } : (first as Asked);
    if (answer instanceof Promise) told(this, asked, answer);
    return answer;
  });
  return () => void Reflect.set(prototype, 'query', original);
}

/** Ignores the results. */
const raw: CustomTypesConfig = { getTypeParser: () => (value: unknown) => value } as CustomTypesConfig;

export interface Replay {
  /** Sends the statements again, with the same concurrency. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** Connections with the settings of the server, to repeat statements through the driver alone. */
export async function openReplay(url: string, options: string, statements: readonly Sent[]): Promise<Replay> {
  const count = Math.max(0, ...statements.map(({ connection }) => connection)) + 1;
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url, options, types: raw }));
  await Promise.all(clients.map((client) => client.connect()));
  return {
    async run() {
      const sent: Promise<unknown>[] = [];
      for (const { text, values, name, connection, after } of statements) {
        const before = Promise.all(after.map((number) => sent[number] ?? Promise.resolve()));
        const named = name === undefined ? {} : { name };
        sent.push(before.then(async () => await clients[connection]?.query({ text, values: [...values], ...named })));
      }
      await Promise.all(sent);
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}
