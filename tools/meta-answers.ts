/** Questions about the network that only an account can answer, with what the connector assumes; null where it assumes nothing. */
export const questions = {
  'token.state': 'valid',
  'token.expires': null,
  'token.scopes': 7,
  'read.tier': null,
  'label.seconds.campaign': { atMost: 300 },
  'label.seconds.ad_group': { atMost: 300 },
  'label.seconds.ad': { atMost: 300 },
  'rename.updated_time': true,
  'deleted.status': 'DELETED',
  'video.title': true,
  'video.seconds': { atMost: 600 },
  'canary.status': null,
  'canary.hours_equal_days': true,
  'canary.test_event': true,
  'version.warning': false,
} as const satisfies Record<string, Answer | { atMost: number } | null>;

type Answer = string | number | boolean;
export type Learned = keyof typeof questions;

/** What steps learned, without anything that tells whose account it was. */
export interface AnswerFile {
  readonly answers: readonly {
    readonly step: string;
    readonly version: string;
    /** Date. */
    readonly at: string;
    readonly learned: Partial<Record<Learned, Answer>>;
  }[];
}

/** Words of the network's own lists; any other text could be a name or a secret. */
const WORD = /^[A-Z][A-Z_]{1,40}$|^(?:valid|expired|revoked|blocked|limited|full|gone|never)$/;
const isHarmless = (answer: Answer): boolean => typeof answer !== 'string' || WORD.test(answer);

/** Adds answers to those of earlier steps. Texts that are not words of the network are left out. */
export function addAnswers({ answers }: AnswerFile, added: AnswerFile['answers'][number]): AnswerFile {
  const learned = Object.fromEntries(
    Object.entries(added.learned).map(([question, answer]) => [question, isHarmless(answer) ? answer : 'OTHER']),
  );
  return { answers: [...answers, { ...added, learned }] };
}

function isAssumed(question: Learned, answer: Answer): boolean {
  const assumed: Answer | { atMost: number } | null = questions[question];
  if (assumed === null) return true;
  return typeof assumed === 'object' ? typeof answer === 'number' && answer <= assumed.atMost : answer === assumed;
}

const describe = (assumed: Answer | { atMost: number } | null): string =>
  typeof assumed === 'object' && assumed !== null ? `at most ${assumed.atMost}` : String(assumed);

/** What the latest answers say against what the connector assumes, and which questions are still open. */
export function compareAnswers({ answers }: AnswerFile): string[] {
  const latest: Partial<Record<Learned, Answer>> = Object.assign({}, ...answers.map(({ learned }) => learned)) as Partial<
    Record<Learned, Answer>
  >;
  const all = Object.keys(questions) as Learned[];
  const different = all.flatMap((question) => {
    const answer = latest[question];
    return answer === undefined || isAssumed(question, answer)
      ? []
      : [`✖ ${question} is ${String(answer)}; the connector assumes ${describe(questions[question])}`];
  });
  const open = all.filter((question) => latest[question] === undefined);
  return [...different, ...(open.length === 0 ? [] : [`▸ not answered yet: ${open.join(', ')}`])];
}
