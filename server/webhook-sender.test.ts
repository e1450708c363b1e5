import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createWebhookSender, isClosedAddress } from './webhook-sender.ts';

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::7f00:1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['2606:4700:4700::1111', false],
])('%s is closed: %s', (address, isClosed) => {
  expect(isClosedAddress(address)).toBe(isClosed);
});

describe('addresses that are never sent to', () => {
  const { findProblem } = createWebhookSender({ allowsPrivate: false });
  it.each([
    ['http://hooks.example.com/x', 'insecure'],
    ['https://localhost/x', 'private_address'],
    ['https://127.1/x', 'private_address'],
    ['https://0x7f000001/x', 'private_address'],
    ['https://[::1]:8443/x', 'private_address'],
    ['https://10.0.0.8/x', 'private_address'],
    ['https://user:word@hooks.example.com/x', 'wrong_address'],
    ['nonsense', 'wrong_address'],
    ['https://hooks.example.com/x', undefined],
  ])('%s: %s', (address, problem) => {
    expect(findProblem(address)).toBe(problem);
  });
});

describe('a message', () => {
  const close: (() => void)[] = [];
  afterEach(() => {
    for (const each of close.splice(0)) each();
  });
  const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const send = (address: string, timeoutMs = 5_000, allowsPrivate = true) =>
    createWebhookSender({ allowsPrivate, timeoutMs }).send({ address, headers: {}, body: '{}' });

  it('is not sent when the name leads into a private network', async () => {
    let heard = 0;
    const port = await listen((_, response) => {
      heard += 1;
      response.end();
    });
    // Where a name leads is known only while connecting, and may differ from an earlier answer.
    const sender = createWebhookSender({
      allowsPrivate: false,
      resolve: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await sender.send({ address: `https://hooks.example.com:${port}/x`, headers: {}, body: '{}' })).toEqual({
      problem: 'private_address',
    });
    expect(heard).toBe(0);
  });

  it('is not sent on where the receiver redirects to', async () => {
    const port = await listen((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect(await send(`http://127.0.0.1:${port}/x`)).toMatchObject({ status: 302 });
  });

  it('gives up on a receiver that does not answer', async () => {
    const port = await listen(() => undefined);
    expect(await send(`http://127.0.0.1:${port}/x`, 50)).toEqual({ problem: 'timeout' });
  });

  it('reports a receiver that cannot be reached', async () => {
    const port = await listen((_, response) => response.end());
    for (const each of close.splice(0)) each();
    expect(await send(`http://127.0.0.1:${port}/x`)).toEqual({ problem: 'unreachable' });
  });

  it('does not read an endless answer to its end', async () => {
    const port = await listen((_, response) => {
      const write = () => {
        if (!response.destroyed) response.write('x'.repeat(4_096), () => setImmediate(write));
      };
      write();
    });
    const answer = await send(`http://127.0.0.1:${port}/x`);
    expect('body' in answer && answer.body.length).toBeLessThan(40_000);
  });

  it('tells how long a receiver wants to be left alone', async () => {
    const port = await listen((_, response) => response.writeHead(429, { 'retry-after': '30' }).end());
    expect(await send(`http://127.0.0.1:${port}/x`)).toEqual({ status: 429, body: '', retryAfterS: 30 });
  });
});
