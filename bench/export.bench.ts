import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { DEMO_PASSWORD, md5 } from '#tests/support/app.ts';
import { benchStage, ratio, row } from './stage.ts';

const ROWS = 200_000;
/** So many people request the first page of the list in the meantime, one after the other. */
const MEANWHILE = 20;

/** Bytes after which the memory is measured again. */
const LOOK_EVERY = 500_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes of memory that are still referenced. */
const needed = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const stage = await benchStage();
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

interface Figures {
  bytes: number;
  ms: number;
  heap: number;
  longest: number;
}

/** Reads a file as it arrives without storing it. Measuring memory takes time, so that is a separate download. */
async function download(headers: Record<string, string>, body: object, looks = false): Promise<Figures> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const before = needed();
  let heap = 0;
  let bytes = 0;
  delays.enable();
  const began = performance.now();
  const answer = await fetch(`${stage.url}/api/sys-oplogs/export`, { method: 'POST', headers, body: JSON.stringify(body) });
  for await (const chunk of answer.body ?? []) {
    const isDue = looks && Math.floor(bytes / LOOK_EVERY) < Math.floor((bytes + chunk.length) / LOOK_EVERY);
    bytes += chunk.length;
    if (isDue) heap = Math.max(heap, needed() - before);
  }
  const ms = performance.now() - began;
  delays.disable();
  return { bytes, ms, heap, longest: delays.max / 1e6 };
}

try {
  const answer = await stage.app.inject({ method: 'POST', url: '/api/login', payload: { account: 'admin', pwd: md5(DEMO_PASSWORD) } });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${answer.json().data.token}` };
  await sql`
    insert into op_log (at, user_id, account, action, target_type, target_label, ip, summary, ok, code, ms)
    select now() - n * interval '1 second', 1, 'admin', '/sys-roles/edit', 'role', 'bench ' || md5(n::text), '10.0.0.1', md5((n + 1)::text), true, 0, n % 500
    from generate_series(1, ${ROWS}::int) n`.execute(stage.db);
  const columns = ['at', 'account', 'action', 'target', 'target_type', 'summary', 'ip', 'result', 'code', 'ms'];
  const part = { columns, locale: 'en', target: 'bench 0' };
  const whole = { columns, locale: 'en', target: 'bench ' };
  await download(headers, part);
  const small = await download(headers, part);
  const large = await download(headers, whole);
  const smallLook = await download(headers, part, true);
  const largeLook = await download(headers, whole, true);

  const list = async () => {
    const began = performance.now();
    await fetch(`${stage.url}/api/sys-users/list`, { method: 'POST', headers, body: '{}' }).then((one) => one.text());
    return performance.now() - began;
  };
  const alone: number[] = [];
  for (let count = 0; count < MEANWHILE; count += 1) alone.push(await list());
  const beside: number[] = [];
  let isUnderWay = true;
  const exporting = download(headers, whole).finally(() => {
    isUnderWay = false;
  });
  while (isUnderWay) beside.push(await list());
  await exporting;
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

  row(`${ROWS} rows: MB; s; rows per s`, megabytes(large.bytes), (large.ms / 1000).toFixed(1), Math.round(ROWS / (large.ms / 1000)));
  row('memory needed meanwhile, MB; against a sixteenth of the rows', megabytes(largeLook.heap), ratio(largeLook.heap, smallLook.heap));
  row('longest hold of the event loop, ms; against a sixteenth', large.longest.toFixed(0), ratio(large.longest, small.longest));
  row('a list beside it, median ms; against alone', middle(beside).toFixed(1), ratio(middle(beside), middle(alone)));
} finally {
  await stage.close();
}
