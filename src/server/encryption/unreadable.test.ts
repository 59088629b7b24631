import { describe, expect, it } from 'vitest';
import { boardOf, log, startTestApp, waiting } from '../../../tests/test-app.ts';
import { tamper } from '../../../tests/database-state.ts';
import { examine } from '../doctor/doctor.ts';

/** What nobody's key opens. */
const damaged = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

describe('one text that cannot be read', () => {
  it('fails no list: the others come, doctor names it, and the log tells of it without ids', async () => {
    const lines: string[] = [];
    const testApp = await startTestApp({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
    const { dataDir } = testApp.config;
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const [good, bad] = [
      await boardOf(lea, [], { title: 'Lisible', invited: [max] }),
      await boardOf(lea, [], { title: 'Abîmé', invited: [max] }),
    ];
    const { activity: readable } = await log(lea, good, 'breakfast');
    const { activity: lost } = await log(lea, good, 'dishes');
    await log(lea, bad, 'breakfast');
    const request = await waiting(max, bad.id);
    expect(await examine(testApp.deps)).toEqual([]);
    tamper(dataDir, 'update board set title_sealed = ? where id = ?', damaged, bad.id);
    tamper(dataDir, 'update activity set title_sealed = ? where id = ?', damaged, lost.id);
    tamper(dataDir, 'update board_action set category_sealed = ? where id = ?', damaged, good.dishes);
    tamper(dataDir, 'update board_request set title_sealed = ? where id = ?', damaged, request.id);

    expect((await lea.does('GET /api/boards')).boards.map(({ title }) => title)).toEqual(['LISIBLE']);
    expect((await lea.does('GET /api/activities')).activities.map(({ id }) => id)).toEqual([readable.id]);
    const opened = await lea.does('GET /api/boards/:boardId', { params: { boardId: good.id } });
    expect(opened.activities.activities.map(({ id }) => id)).toEqual([readable.id]);
    expect(opened.actions.map(({ id }) => id)).toEqual([good.breakfast]);
    const change = await lea.does('GET /api/boards/:boardId/changes', { params: { boardId: good.id }, query: { after: '0' } });
    expect(change.activities.map(({ id }) => id)).toEqual([readable.id]);
    expect((await lea.does('GET /api/actions')).actions.map(({ title }) => title)).toEqual(['Petit-déj au lit', 'Vaisselle oubliée']);
    const { activities, boards } = await lea.does('GET /api/account/export');
    expect([boards.map(({ title }) => title), activities.map(({ id }) => id)]).toEqual([
      ['LISIBLE'],
      expect.not.arrayContaining([lost.id]),
    ]);
    expect((await lea.does('GET /api/account/deletion')).boards.map(({ title }) => title).toSorted()).toEqual([
      'LISIBLE',
      'Titre illisible',
    ]);

    // Shown, since it is counted and can be answered.
    const { received, pendingCount } = await max.does('GET /api/requests');
    expect([received.map(({ boardTitle }) => boardTitle).toSorted(), pendingCount]).toEqual([['LISIBLE', 'Titre illisible'], 2]);
    expect((await max.does('GET /api/account/export')).requests.map(({ boardTitle }) => boardTitle)).toContain(null);
    await max.does('POST /api/requests/:requestId/rejection', { params: { requestId: request.id } });

    expect((await examine(testApp.deps)).toSorted()).toEqual(
      [
        `action ${good.dishes} : catégorie illisible avec cette clé`,
        `activité ${lost.id} : titre illisible avec cette clé`,
        `demande ${request.id} : titre illisible avec cette clé`,
        `tableau ${bad.id} : titre illisible avec cette clé`,
      ].toSorted(),
    );
    expect(lines.join('')).toContain('"table":"board_request","column":"title"');
    for (const id of [bad.id, good.id, lost.id, request.id]) expect(lines.join('')).not.toContain(id);
  });

  it('nor does a board whose key cannot be had', async () => {
    const testApp = await startTestApp();
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const good = await boardOf(lea, [], { title: 'Lisible', invited: [max] });
    const { board: bad } = await lea.does('POST /api/boards', {
      body: { title: 'Perdu', actions: [{ title: 'Bisou', points: 5 }], invited: ['Max'] },
    });
    testApp.deps.boardKeys.forget(bad.id);
    tamper(testApp.config.dataDir, 'update board_key set wrapped_key = ? where board_id = ?', damaged, bad.id);
    expect((await lea.does('GET /api/boards')).boards.map(({ id }) => id)).toEqual([good.id]);
    const { received } = await max.does('GET /api/requests');
    expect(received.map(({ boardTitle }) => boardTitle).toSorted()).toEqual(['LISIBLE', 'Titre illisible']);
    expect((await max.tries('GET /api/account/export')).status).toBe(200);
  });
});
