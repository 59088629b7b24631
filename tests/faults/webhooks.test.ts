/** R15: whatever a receiver of webhooks answers, nothing is lost and nobody waits for it. R19: hundreds of them that hang delay those of nobody else. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { ask } from '../database-state.ts';
import { lasted, machineFactor, tell } from '../figures.ts';
import { startHangingServers } from '../hanging-servers.ts';
import { type Board, makeBoard, newActivityId, type Person } from '../people.ts';
import { startPushService } from '../push-service.ts';
import { type Receiver, startReceiver, take, thisHouse } from '../webhook-receivers.ts';
import { serve } from './served.ts';

/** In milliseconds, times the factor of the machine. */
const goal = 5000;

const service = await startPushService();
const { server, signUp } = await serve({ PUSH_SERVICES: service.origin, OUTGOING_NETWORKS: thisHouse.join() });
const receivers: Receiver[] = [];
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await service.close();
});

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}
const hook = (person: Person, { id: boardId }: Board, url: string) =>
  person.does('POST /api/boards/:boardId/webhooks', { params: { boardId }, body: { url } });
const log = (person: Person, { id: boardId, actions }: Board) =>
  person.does('POST /api/boards/:boardId/activities', {
    params: { boardId },
    body: { id: newActivityId(), actionId: actions[0]?.id ?? '' },
  });

/** One byte a second, without end. */
function drip({ socket }: ServerResponse): void {
  const head = 'HTTP/1.1 200 OK\r\nX-A: '.split('');
  const timer = setInterval(() => void socket?.write(head.shift() ?? 'a'), 1000);
  socket?.on('close', () => clearInterval(timer));
}
const answers: readonly [how: string, (response: ServerResponse) => void][] = [
  ['hangs', () => undefined],
  ['answers a byte a second', drip],
  ['answers nonsense', ({ socket }) => void socket?.end('bonjour\r\n\r\n')],
  ['cuts', ({ socket }) => void socket?.destroy()],
  ['answers 404', (response) => void response.writeHead(404).end()],
  ['answers 429', (response) => void response.writeHead(429, { 'retry-after': '7' }).end()],
  ['answers 410', (response) => void response.writeHead(410).end()],
];

it('what receivers did not take is told them again under the same id, and no log waits for them', async (test) => {
  const [lea, max] = await signUp('Lea', 'Max');
  const scenes: { how: string; board: Board; receiver: Receiver; of: { boardId: string; webhookId: string } }[] = [];
  for (const [how, answer] of answers) {
    const [board, receiver] = [await makeBoard(how, [lea, max]), await newReceiver()];
    receiver.answers(answer);
    const { webhook } = await hook(lea, board, receiver.url);
    scenes.push({ how, board, receiver, of: { boardId: board.id, webhookId: webhook.id } });
  }
  let slowest = 0;
  for (const { board } of scenes) {
    const begun = performance.now();
    await log(max, board);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  for (const { how, receiver } of scenes) {
    await expect.poll(() => receiver.received.length, { message: how, timeout: 60_000 }).toBe(1);
    receiver.answers(take);
  }
  const logOf = async ({ of }: (typeof scenes)[number]) =>
    (await lea.does('GET /api/boards/:boardId/webhooks/:webhookId/deliveries', { params: of })).deliveries;
  for (const scene of scenes.slice(0, -1))
    await expect.poll(() => logOf(scene), { message: scene.how, timeout: 120_000 }).toMatchObject([{ state: 'delivered', tries: 2 }]);
  // Only the administrator has a receiver told again that answered that it is gone.
  for (const scene of scenes.slice(-1)) {
    const [delivery] = await logOf(scene);
    expect(delivery).toMatchObject({ state: 'failed', answer: '410' });
    await lea.does('PATCH /api/boards/:boardId/webhooks/:webhookId', { params: scene.of, body: { isOn: true } });
    const params = { ...scene.of, deliveryId: delivery?.id ?? '' };
    await lea.does('POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again', { params });
    await expect.poll(() => logOf(scene), { timeout: 60_000 }).toMatchObject([{ state: 'delivered', tries: 2 }]);
  }
  for (const { how, receiver } of scenes) {
    expect(receiver.received.length, how).toBe(2);
    expect(new Set(receiver.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size, how).toBe(1);
  }
  const hows = scenes.map(({ how }) => how).join(', ');
  tell(test, 'R15', `one receiver each that ${hows}: 0 lost, none told more than twice, the slowest log ${lasted(slowest)}`, {
    met: slowest <= goal * machineFactor(),
  });
  // Those that hang do so for ten seconds.
  expect(slowest).toBeLessThan(9000);
});

it('others are told while six hundred webhooks of one person hang', async (test) => {
  const [boards, perBoard, events, couples] = [200, 3, 120, 10];
  const hanging = await startHangingServers(boards * perBoard, (index) => (index % 2 ? 'slow' : 'silent'));
  const [zoe] = await signUp('Zoe');
  const hers: Board[] = [];
  for (let index = 0; index < boards; index += 1) {
    const board = await makeBoard(`Maison ${index}`, [zoe]);
    for (let count = 0; count < perBoard; count += 1) await hook(zoe, board, `${hanging.origins[index * perBoard + count]}/`);
    hers.push(board);
  }
  const others = [];
  for (let index = 0; index < couples; index += 1) {
    const [ada, bob] = await signUp(`Ada${index}`, `Bob${index}`);
    const [board, receiver, browser] = [await makeBoard('Maison', [ada, bob]), await newReceiver(), service.browser()];
    await hook(ada, board, receiver.url);
    await ada.does('PUT /api/notifications/device', { body: browser.subscription() });
    others.push({ bob, board, receiver, browser });
  }
  // What happens in an hour, at once.
  await Promise.all(hers.slice(0, events).map((board) => log(zoe, board)));
  await expect.poll(() => hanging.open.size, { timeout: 60_000 }).toBeGreaterThan(0);
  const took: Record<'push' | 'webhook', number[]> = { push: [], webhook: [] };
  for (const [index, { bob, board, receiver, browser }] of others.entries()) {
    const begun = performance.now();
    receiver.answers((response) => {
      took.webhook.push(performance.now() - begun);
      take(response);
    });
    browser.answers.push((response) => {
      took.push.push(performance.now() - begun);
      response.writeHead(201).end();
    });
    await log(bob, board);
    await expect.poll(() => [took.push.length, took.webhook.length], { timeout: 60_000 }).toEqual([index + 1, index + 1]);
    await pause(2000);
  }
  const [push, webhook] = [Math.max(...took.push), Math.max(...took.webhook)];
  const waiting = ask(server.dataDir, "select id from webhook_delivery where state = 'waiting'").length;
  tell(
    test,
    'R19',
    `${boards * perBoard} webhooks of one person hang or answer a byte a second, ${events} events: at most ${hanging.most.together} calls there at once; ` +
      `others are told after at most ${lasted(push)} (push), ${lasted(webhook)} (webhook)`,
    { met: Math.max(push, webhook) <= goal * machineFactor() },
  );
  await hanging.close();
  // None of hers was ever taken.
  expect(waiting).toBe(events * perBoard);
  expect(hanging.most.atOne).toBe(1);
  expect(hanging.most.together).toBeLessThanOrEqual(8);
});
