/** Codes of stickers: who opens one, what a press does, and what a look at it leaves behind. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { dayIn, defaultTimeZone } from '#shared/calendar';
import { codeLimits } from '#shared/code-limits';
import { dump, openPrinter, tamper } from '../../../tests/database-state.ts';
import { accept, boardOf, password, remove, type Someone, startTestApp, type TestBoard } from '../../../tests/test-app.ts';
import { plantCode } from '../../../tests/codes.ts';
import { openCode } from './codes.ts';

const testApp = await startTestApp({ hasty: true });
// What is done at a certain hour would change the database between two looks at it.
await testApp.deps.jobs.stop();
const { dataDir } = testApp.config;
const printer = openPrinter(dataDir);
afterAll(() => printer.close());
const [lea, max, zoe] = await testApp.signUpAll('Léa', 'Max', 'Zoé');
const board = await boardOf(lea, [max]);

const make = (maker: Someone, { id: boardId, breakfast: actionId }: TestBoard, name = 'Cuisine') =>
  maker.does('POST /api/codes', { body: { name, boardId, actionId } });
const open = (person: Someone, code: string) => person.tries('GET /api/l/:code', { params: { code } });
const press = (person: Someone, { id: boardId, breakfast: actionId }: TestBoard, code: string) =>
  person.does('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: randomUUID(), actionId, code } });
const codesOf = async (person: Someone) => (await person.does('GET /api/codes')).codes;
const find = async (person: Someone, id: string) => (await codesOf(person)).find((one) => one.id === id);
const end = (person: Someone, codeId: string) => person.does('DELETE /api/codes/:codeId', { params: { codeId } });
const today = () => dayIn(defaultTimeZone, Date.now());

const nothing = { status: 404, code: 'code_not_found', message: 'Ce code ne mène nulle part.' };

describe('a code', () => {
  it('has twenty signs that nobody mistakes for others, and is told to its maker again', async () => {
    const made = await make(max, board);
    expect(made.code).toMatch(/^[a-hjkmnp-z2-9]{20}$/);
    expect(await find(max, made.id)).toEqual(made);
    expect(await find(lea, made.id)).toBeUndefined();
  });

  it('is nowhere in the database as it is, nor its name', async () => {
    const { code } = await make(max, board, 'Lave-vaisselle du haut');
    const kept = JSON.stringify(dump(dataDir));
    expect(kept).not.toContain(code);
    expect(kept).not.toContain('Lave-vaisselle du haut');
  });

  it('says to a member of the board what a press does, whoever made it', async () => {
    const { code } = await make(max, board);
    const { status, body } = await open(lea, code);
    expect([status, body]).toMatchObject([
      200,
      { board: { id: board.id }, does: { kind: 'log', id: board.breakfast, points: 20 }, loggedAt: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('Cuisine');
  });

  it('logs for whoever presses, not for its maker, and notes the day', async () => {
    const { id, code } = await make(max, board);
    const { activity } = await press(lea, board, code);
    expect(activity.userId).toBe(lea.id);
    expect((await find(max, id))?.usedOn).toBe(today());
  });

  it('opened a hundred times, by a chat preview as by its maker, changes nothing', async () => {
    const { code } = await make(max, board);
    const preview = () => testApp.visitor().sends({ method: 'GET', url: `/api/l/${code}` });
    await open(lea, code);
    const before = printer.print();
    for (let time = 0; time < 100; time++) {
      expect((await open(lea, code)).status).toBe(200);
      expect((await preview()).status).toBe(401);
    }
    expect(printer.print()).toBe(before);
  });

  it('is not used by a log of something else, or with a code that there is not', async () => {
    const { id, code } = await make(max, board);
    const params = { boardId: board.id };
    const other = { id: randomUUID(), actionId: board.dishes, code };
    await lea.does('POST /api/boards/:boardId/activities', { params, body: other });
    await press(lea, board, 'inconnu');
    expect((await find(max, id))?.usedOn).toBeNull();
  });

  it('is not used twice by a log that is sent again', async () => {
    const { id, code } = await make(max, board);
    const body = { id: randomUUID(), actionId: board.breakfast, code };
    const params = { boardId: board.id };
    await lea.does('POST /api/boards/:boardId/activities', { params, body });
    tamper(dataDir, 'update code set used_on = null where id = ?', id);
    await lea.does('POST /api/boards/:boardId/activities', { params, body });
    expect((await find(max, id))?.usedOn).toBeNull();
  });
});

describe('a code that is', () => {
  it.each<[string, () => Promise<[Someone, string]>]>([
    ['unknown', () => Promise.resolve([lea, 'abcdefghjkmnpqrstuvw'])],
    ['longer than any', () => Promise.resolve([lea, 'a'.repeat(2000)])],
    ['opened by a stranger', async () => [zoe, (await make(max, board)).code]],
    [
      'ended',
      async () => {
        const { id, code } = await make(max, board);
        await end(max, id);
        await end(max, id);
        return [lea, code];
      },
    ],
    [
      'of a retired action',
      async () => {
        const own = await boardOf(lea, [max]);
        const { code } = await make(max, own);
        const params = { boardId: own.id, actionId: own.breakfast };
        await lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params, body: { retired: true } });
        return [lea, code];
      },
    ],
    [
      'of a maker who has left',
      async () => {
        const own = await boardOf(lea, [max]);
        const { code } = await make(max, own);
        await remove(max, own, max);
        return [lea, code];
      },
    ],
    [
      'of a maker whose account is gone',
      async () => {
        const gone = await testApp.signUp(`Parti${randomUUID().slice(0, 8)}`);
        const own = await boardOf(lea, [gone]);
        const { code } = await make(gone, own);
        await gone.does('POST /api/account/deletion', { body: { password } });
        return [lea, code];
      },
    ],
    [
      'of a deleted board',
      async () => {
        const own = await boardOf(lea, [max]);
        const { code } = await make(max, own);
        await lea.does('DELETE /api/boards/:boardId', { params: { boardId: own.id } });
        return [max, code];
      },
    ],
    [
      'of a nudge of somebody who has left',
      async () => {
        const own = await boardOf(lea, [max, zoe]);
        const { code } = await lea.does('POST /api/codes', { body: { name: 'Frigo', boardId: own.id, userId: zoe.id } });
        await remove(zoe, own, zoe);
        return [max, code];
      },
    ],
  ])('%s leads nowhere, like every other', async (_, made) => {
    const [person, code] = await made();
    expect(await open(person, code)).toMatchObject(nothing);
    expect(await person.tries('POST /api/l/:code/nudge', { params: { code } })).toMatchObject(nothing);
  });

  it('tried by guessing is refused after a while, and one that opens goes on opening', async () => {
    const [guesser] = await testApp.signUpAll('Devine');
    for (let guess = 0; guess < 120; guess++) await open(guesser, `essai${guess}`);
    expect(await open(guesser, 'encore')).toMatchObject({ status: 429, code: 'too_many_requests' });
    const { code } = await make(max, board);
    expect((await open(max, code)).status).toBe(200);
  });
});

describe('a second press', () => {
  it('is foreseen for a minute: the reply says when the same person logged the same, until they undo it', async () => {
    const own = await boardOf(lea, [max]);
    const { code } = await make(max, own);
    const { activity } = await press(lea, own, code);
    const { loggedAt } = activity;
    const seen = async (person: Someone, after: number) => (await openCode(testApp.deps, person.id, code, loggedAt + after)).loggedAt;
    expect(await seen(lea, 59_999)).toBe(loggedAt);
    expect(await seen(lea, codeLimits.againWithin)).toBeNull();
    expect(await seen(max, 1000)).toBeNull();
    await lea.does('POST /api/boards/:boardId/activities/:activityId/undo', { params: { boardId: own.id, activityId: activity.id } });
    expect(await seen(lea, 1000)).toBeNull();
  });
});

describe('a code for a nudge', () => {
  it('nudges whom it stands for, once a day, in the name of whoever presses', async () => {
    const own = await boardOf(lea, [max, zoe]);
    const { id, code } = await lea.does('POST /api/codes', { body: { name: 'Frigo', boardId: own.id, userId: zoe.id } });
    expect((await open(max, code)).body).toMatchObject({ does: { kind: 'nudge', userId: zoe.id }, loggedAt: null });
    const params = { code };
    expect((await max.does('POST /api/l/:code/nudge', { params })).sentence).not.toBe('');
    expect(await max.tries('POST /api/l/:code/nudge', { params })).toMatchObject({ status: 409, code: 'nudged_today' });
    expect((await find(lea, id))?.usedOn).toBe(today());
  });

  it('does not nudge the one who presses it themselves, and is not used by it', async () => {
    const own = await boardOf(lea, [max]);
    const { id, code } = await lea.does('POST /api/codes', { body: { name: 'Frigo', boardId: own.id, userId: max.id } });
    expect(await max.tries('POST /api/l/:code/nudge', { params: { code } })).toMatchObject({ status: 400, code: 'nudged_yourself' });
    expect((await find(lea, id))?.usedOn).toBeNull();
  });
});

describe('a code that is pointed elsewhere', () => {
  it('keeps its address, on another board too, and the members of the one before find it no more', async () => {
    const other = await boardOf(max, [zoe]);
    const { id, code } = await make(max, board);
    const body = { name: 'Salon', boardId: other.id, actionId: other.dishes };
    const changed = await max.does('PUT /api/codes/:codeId', { params: { codeId: id }, body });
    expect(changed).toMatchObject({ id, code, name: 'Salon', board: { id: other.id }, does: { id: other.dishes } });
    expect((await open(zoe, code)).body).toMatchObject({ does: { id: other.dishes } });
    expect(await open(lea, code)).toMatchObject(nothing);
  });

  it('does something again after its action was retired', async () => {
    const own = await boardOf(lea, [max]);
    const { id, code } = await make(max, own);
    const params = { boardId: own.id, actionId: own.breakfast };
    await lea.does('PATCH /api/boards/:boardId/actions/:actionId', { params, body: { retired: true } });
    expect(await find(max, id)).toMatchObject({ does: null, code });
    await max.does('PUT /api/codes/:codeId', { params: { codeId: id }, body: { name: 'Cuisine', boardId: own.id, actionId: own.dishes } });
    expect((await open(lea, code)).status).toBe(200);
  });

  it.each([
    ['an action that is not there', { actionId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'action_not_found_in_board'],
    ['a person who is no member', { userId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'member_not_found'],
    ['nothing', {}, 'invalid_input'],
    ['both', { actionId: 'AAAAAAAAAAAAAAAAAAAAAA', userId: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'invalid_input'],
  ])('to %s is refused, as one that is made so', async (_, target, code) => {
    const { id } = await make(max, board);
    const body = { name: 'Cuisine', boardId: board.id, ...target };
    expect((await max.tries('PUT /api/codes/:codeId', { params: { codeId: id }, body })).code).toBe(code);
    expect((await max.tries('POST /api/codes', { body })).code).toBe(code);
    await end(max, id);
  });
});

describe('the codes of a person', () => {
  it('are fifty at most, though two are made at once', async () => {
    const many = await testApp.signUp('Collectionneuse');
    const own = await boardOf(many);
    for (let made = 1; made < codeLimits.perPerson; made++)
      await plantCode(testApp, { boardId: own.id, madeBy: many.id, actionId: own.breakfast });
    const body = { name: 'Cuisine', boardId: own.id, actionId: own.breakfast };
    const answers = await Promise.all([many.tries('POST /api/codes', { body }), many.tries('POST /api/codes', { body })]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
    expect(await codesOf(many)).toHaveLength(codeLimits.perPerson);
  });

  it('are not there any more after they left and came back', async () => {
    const own = await boardOf(lea, [max]);
    const { id } = await make(max, own);
    await remove(max, own, max);
    await lea.does('POST /api/boards/:boardId/requests', { params: { boardId: own.id }, body: { type: 'invitation', username: max.name } });
    await accept(max, own.id);
    expect(await find(max, id)).toBeUndefined();
  });

  it.each([
    ['no name', '   ', 'code_name_required'],
    ['a name of 41 signs', 'x'.repeat(41), 'code_name_too_long'],
  ])('cannot have %s', async (_, name, code) => {
    const body = { name, boardId: board.id, actionId: board.breakfast };
    expect((await max.tries('POST /api/codes', { body })).code).toBe(code);
  });
});
