/** S1: every endpoint × every role × every board, as `permission-table.ts` declares it. */
import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { api, type EndpointKey } from '#shared/api';
import { refusals } from '#shared/refusals';
import { scopes } from '#shared/scopes';
import {
  assertAsDeclared,
  type Answer,
  boardOf,
  endpoints,
  isChange,
  log,
  startTestApp,
  payloadOf,
  remove,
  requestOf,
  Someone,
  type TestBoard,
  waiting,
} from './test-app.ts';
import { passkeyOrigin } from './passkeys.ts';
import { plantCode } from './codes.ts';
import { guestOn } from './guests.ts';
import { agree, contest, contests, goal } from './seasons.ts';
import { chooseLastWeek, playLastWeek } from './last-week.ts';
import { openPrinter } from './database-state.ts';
import { onSqlite } from './postgres/test-databases.ts';
import { type Case, type Outcome, permissions, type Target, targets, type Role, roles, type Scene } from './permission-table.ts';

// What is decided is the same on PostgreSQL: there it is enough that what decides it is found.
const somebody = onSqlite ? roles : (['removed', 'member', 'administrator'] as const);
const somewhere = onSqlite ? targets : (['own', 'foreign'] as const);

// Nobody is sent anything here.
const testApp = await startTestApp({
  boundless: true,
  hasty: true,
  config: { demo: true, smtpUrl: 'smtp://127.0.0.1:9', origin: passkeyOrigin },
});
// What is done at a certain hour, as the reminder of a Sunday evening, would change the database between two looks at it.
await testApp.deps.jobs.stop();
const printer = openPrinter(testApp.config.dataDir);
afterAll(() => printer.close());
const [lea, max, zoe, nora, sam, ada, lou] = await testApp.signUpAll('Léa', 'Max', 'Zoé', 'Nora', 'Sam', 'Ada', 'Lou');
const [yann, ines, asker] = await testApp.signUpAll('Yann', 'Inès', 'Omar', 'Signataire');
await boardOf(ada);
const guest = await guestOn(testApp, lea, await boardOf(lea), 'Gaspard');

/** A guest is a member who must not do a few things (S20). */
const outcomeForGuest = (key: EndpointKey, one: Case, target: Target, { member }: Record<Role, Outcome>): Outcome => {
  if ('notForGuests' in api[key] || 'replacesSession' in api[key] || key === 'POST /api/guests') return 'guest_must_keep';
  return target === 'own' ? (one.guest ?? member) : member;
};

const people: Record<Role | 'guest', Someone> = {
  guest,
  visitor: testApp.visitor(),
  stranger: sam,
  invited: nora,
  removed: zoe,
  member: max,
  administrator: lea,
  'administrator of another board': ada,
};

const scenes: Record<Target, Scene> = {
  own: await ownScene(),
  foreign: await withEndedLink(await sceneOf(yann, [ines])),
  missing: {
    board: { id: 'AAAAAAAAAAAAAAAAAAAAAA', breakfast: 'BBBBBBBBBBBBBBBBBBBBBB', dishes: 'CCCCCCCCCCCCCCCCCCCCCC' },
    otherMember: 'DDDDDDDDDDDDDDDDDDDDDD',
    guest: 'QQQQQQQQQQQQQQQQQQQQQQ',
    joinRequest: 'EEEEEEEEEEEEEEEEEEEEEE',
    invitation: 'FFFFFFFFFFFFFFFFFFFFFF',
    singleLink: { id: 'HHHHHHHHHHHHHHHHHHHHHH', token: 'IIIIIIIIIIIIIIIIIIIIII' },
    activityOf: {},
    activityOfOther: 'GGGGGGGGGGGGGGGGGGGGGG',
    proposalOfOther: 'JJJJJJJJJJJJJJJJJJJJJJ',
    agreementOfOther: 'KKKKKKKKKKKKKKKKKKKKKK',
    contestOfOther: 'LLLLLLLLLLLLLLLLLLLLLL',
    code: { id: 'MMMMMMMMMMMMMMMMMMMMMM', code: 'NNNNNNNNNNNNNNNNNNNN' },
    nudgeCode: { id: 'OOOOOOOOOOOOOOOOOOOOOO', code: 'PPPPPPPPPPPPPPPPPPPP' },
  },
  deleted: await deletedScene(),
};
const scenesWithoutLink: Record<Target, Scene> = {
  ...scenes,
  own: await withoutLink(lea, await ownScene()),
  foreign: await withEndedLink(await withoutLink(yann, await sceneOf(yann, [ines]))),
};

describe('the table', () => {
  it('has every endpoint of the OpenAPI document and no other', async () => {
    const { paths } = (await testApp.app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(Object.keys(permissions).toSorted()).toEqual(documented.toSorted());
  });

  it('has a scope for every endpoint, and every scope is named by one', () => {
    expect(new Set(endpoints.map((key) => api[key].scope))).toEqual(new Set(Object.keys(scopes)));
  });

  it('says for every board what each person is answered, where an address names one', () => {
    const silent = endpoints.filter(
      (key) =>
        /:(boardId|requestId|invitation)/.test(key) && permissions[key].some(({ replies }) => targets.some((target) => !replies[target])),
    );
    expect(silent).toEqual([]);
  });
});

describe.each(endpoints)('%s', (key) => {
  for (const one of permissions[key])
    for (const target of somewhere) {
      const outcomes = one.replies[target];
      if (!outcomes) continue;
      for (const role of somebody)
        it(`${one.what}, ${target} board, ${role}: ${outcomes[role]}`, async () => {
          await expectOutcome(key, one, target, role, outcomes[role]);
        });
      const forGuest = outcomeForGuest(key, one, target, outcomes);
      it(`${one.what}, ${target} board, guest: ${forGuest}`, async () => {
        await expectOutcome(key, one, target, 'guest', forGuest);
      });
    }
});

describe('a foreign board and a missing one', () => {
  for (const key of endpoints)
    for (const one of permissions[key])
      for (const role of somebody) {
        const kept = ['foreign', 'missing', 'deleted'] as const;
        const refused = kept.filter((target) => (one.replies[target]?.[role] ?? 'ok') !== 'ok');
        const [first] = refused;
        if (!first || refused.length < 2) continue;
        const alike = refused.filter((target) => one.replies[target]?.[role] === one.replies[first]?.[role]);
        it(`give ${role} the same bytes: ${key}, ${one.what}`, async () => {
          const replies = await Promise.all(alike.map((target) => call(key, one, sceneAt(one, target), people[role])));
          const bytes = replies.map(({ status, text, headers: { date: _, ...headers } }) => ({ status, text, headers }));
          for (const reply of bytes) expect(reply).toEqual(bytes[0]);
        });
      }
});

async function expectOutcome(key: EndpointKey, one: Case, target: Target, role: Role | 'guest', outcome: Outcome): Promise<void> {
  const changes = outcome === 'ok' && isChange(key);
  const actor = one.endsSession && role !== 'visitor' ? await elsewhere(role) : copyOf(people[role]);
  // What changes a board gets a board of its own. A call that takes nothing of the scene changes none.
  const mayChangeBoard = changes && target === 'own' && one.call !== undefined && one.call.length > 0;
  const scene = mayChangeBoard ? await freshScene(one) : sceneAt(one, target);
  const before = changes ? undefined : printer.print();
  const answer = await call(key, one, scene, actor);
  if (outcome === 'ok') {
    expect(answer.status, answer.text).toBe(api[key].reply[0]);
  } else {
    expect(answer).toMatchObject({ status: refusals[outcome][0], code: outcome, message: refusals[outcome][1] });
  }
  if (before !== undefined) expect(printer.print()).toBe(before);
}

/** A session that the call may end. A guest has no other one. */
async function elsewhere(role: Exclude<Role, 'visitor'> | 'guest'): Promise<Someone> {
  return role === 'guest' ? await guestOn(testApp, lea, scenes.own.board, `g${randomUUID().slice(0, 8)}`) : await people[role].elsewhere();
}

async function call(
  key: EndpointKey,
  one: Case,
  scene: Scene,
  actor: Someone,
): Promise<Pick<Answer<EndpointKey>, 'status' | 'text' | 'headers' | 'code'>> {
  const { method, url, body } = requestOf(key, one.call?.(scene, actor) ?? {});
  // Nobody here is a wall: theirs is not opened.
  if (key === 'GET /api/live' && actor.cookie !== undefined) return await opening(url, actor.cookie);
  const answer = await actor.sends({ method, url, ...payloadOf(body) });
  assertAsDeclared(key, answer);
  return answer;
}

/** The head of a stream, which would not end by itself. */
async function opening(path: string, cookie: string) {
  const port = await testApp.port();
  return await new Promise<{ status: number; text: string; headers: Record<string, unknown>; code: undefined }>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers: { cookie } }, (response) => {
      resolve({ status: response.statusCode ?? 0, text: '', headers: response.headers, code: undefined });
      request.destroy();
    });
    request.on('error', reject);
  });
}

/** Somebody whose cookies the call may replace without harm. */
function copyOf(someone: Someone): Someone {
  return Object.assign(new Someone(testApp, someone.name), { id: someone.id, cookie: someone.cookie });
}

function sceneAt(one: Case, target: Target): Scene {
  return (one.linkOff ? scenesWithoutLink : scenes)[target];
}

async function freshScene(one: Case): Promise<Scene> {
  const scene = await ownScene();
  return one.linkOff ? await withoutLink(lea, scene) : scene;
}

/** Léa's board, as the roles see it: Max is a member, Zoé was one, Nora is invited. */
async function ownScene(): Promise<Scene> {
  // She may have blocked Léa in a call before.
  await nora.does('DELETE /api/blocks/:userId', { params: { userId: lea.id } });
  const scene = await sceneOf(lea, [max, lou, ines, guest, zoe], [nora]);
  await remove(lea, scene.board, zoe);
  await agree(testApp, scene.board, [lea, max, lou, ines, guest], contests);
  return {
    ...scene,
    otherMember: lou.id,
    activityOfOther: scene.activityOf[lou.name] ?? '',
    proposalOfOther: await proposal(lou, scene.board.id),
    agreementOfOther: await agree(testApp, scene.board, [lou], goal),
    contestOfOther: await contest(testApp, scene.board, ines, lou, { kept: true }),
    ...(await codesOf(lou, scene.board)),
    invitation: (await waiting(nora, scene.board.id)).id,
  };
}

async function sceneOf(administrator: Someone, members: Someone[], invited: Someone[] = []): Promise<Scene> {
  const board = await boardOf(administrator, members, { invited: invited.length > 0 ? invited : [lou] });
  const { request } = await asker.does('POST /api/boards/:boardId/requests', { params: { boardId: board.id }, body: { type: 'request' } });
  const invitation = invited.length > 0 ? '' : (await waiting(lou, board.id)).id;
  const { link } = await administrator.does('POST /api/boards/:boardId/single-links', { params: { boardId: board.id } });
  await chooseLastWeek(testApp, board, await playLastWeek(testApp, board, administrator), members[0] ?? administrator);
  const activityOf: Record<string, string> = {};
  for (const member of [administrator, ...members]) activityOf[member.name] = (await log(member, board, 'breakfast')).activity.id;
  return {
    board,
    otherMember: members[0]?.id ?? '',
    guest: guest.id,
    joinRequest: request.id,
    invitation,
    singleLink: link,
    activityOf,
    activityOfOther: activityOf[members[0]?.name ?? ''] ?? '',
    proposalOfOther: members[0] ? await proposal(members[0], board.id) : '',
    agreementOfOther: '',
    contestOfOther: '',
    // Nobody who calls: a person has fifty at most.
    ...(await codesOf(members.at(-1) ?? administrator, board)),
  };
}

async function codesOf(
  { id: madeBy }: Someone,
  { id: boardId, breakfast: actionId }: TestBoard,
): Promise<Pick<Scene, 'code' | 'nudgeCode'>> {
  return {
    code: await plantCode(testApp, { boardId, madeBy, actionId }),
    nudgeCode: await plantCode(testApp, { boardId, madeBy, toUser: madeBy }),
  };
}

async function proposal(member: Someone, boardId: string): Promise<string> {
  const body = { title: `Tour du parc ${randomUUID()}`, points: 10 };
  return (await member.does('POST /api/boards/:boardId/proposals', { params: { boardId }, body })).proposal.id;
}

async function deletedScene(): Promise<Scene> {
  const scene = await ownScene();
  await lea.does('DELETE /api/boards/:boardId', { params: { boardId: scene.board.id } });
  return scene;
}

async function withEndedLink(scene: Scene): Promise<Scene> {
  const params = { boardId: scene.board.id, linkId: scene.singleLink.id };
  await yann.does('DELETE /api/boards/:boardId/single-links/:linkId', { params });
  return scene;
}

async function withoutLink(administrator: Someone, scene: Scene): Promise<Scene> {
  await administrator.does('PATCH /api/boards/:boardId', { params: { boardId: scene.board.id }, body: { linkEnabled: false } });
  return scene;
}
