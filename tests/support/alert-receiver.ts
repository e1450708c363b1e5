import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertTargetFormat } from '#contracts/vocabulary/alerts.ts';

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Whether the signature is the one that the service computes. */
  isSigned: boolean;
}

interface Reply {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
}

/** Checks of the services, written apart from the code that signs. */
const checks: Record<AlertTargetFormat, (received: Omit<Received, 'isSigned'>, secret: string) => boolean> = {
  feishu({ body }, secret) {
    const { timestamp, sign } = JSON.parse(body) as { timestamp?: string; sign?: string };
    return sign === createHmac('sha256', `${timestamp}\n${secret}`).digest('base64');
  },
  dingtalk({ path }, secret) {
    const { searchParams } = new URL(path, 'http://receiver');
    const timestamp = searchParams.get('timestamp');
    return searchParams.get('sign') === createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
  },
  wecom: () => true,
  slack: () => true,
  json({ headers, body }, secret) {
    const signed = createHmac('sha256', secret)
      .update(`${String(headers['x-alert-timestamp'])}.${body}`)
      .digest('hex');
    return headers['x-alert-signature'] === `sha256=${signed}`;
  },
};

/** A local receiver of webhooks in place of a chat service. */
export async function startAlertReceiver(format: AlertTargetFormat, secret: string) {
  const received: Received[] = [];
  const replies: Reply[] = [];
  const success = format === 'slack' ? 'ok' : JSON.stringify({ code: 0, errcode: 0 });
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const heard = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
      received.push({ ...heard, isSigned: checks[format](heard, secret) });
      const { status = 200, body = success, headers = {} } = replies.shift() ?? {};
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?access_token=very-private-key`,
    received,
    /** Answers the next requests like this, in order. */
    replyWith: (...next: Reply[]) => void replies.push(...next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
