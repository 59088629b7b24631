/** D51: the film of a board's year, for two people in two browsers, from Accueil through all its cards to the picture that is shared (U10). */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dayIn, daysAfter, defaultTimeZone, startOfDay } from '#shared/calendar';
import { yearsAfter } from '#shared/film-periods';
import { newestRecapWeek } from '#shared/recap-weeks';
import { ask, tamper } from '../database-state.ts';
import { violationsOn } from './axe.ts';
import { resize } from './boxes.ts';
import { faultsAt } from './page-faults.ts';
import { breakfast, createSharedBoard, dishes, logFromElsewhere, openLive, type Player, signUpPlayer } from './players.ts';
import { expect, type RunningServer, test } from './server.ts';

const noon = 12 * 60 * 60 * 1000;

/** A board whose anniversary was three days ago: on it two people played for a year, and each card has something to tell. */
async function playedBoard(server: RunningServer, léa: Player, max: Player) {
  const board = await createSharedBoard([léa, max], 'Nous deux');
  const { id } = board;
  for (let day = 0; day < 15; day += 1) for (const one of [léa, max]) await logFromElsewhere(one, id, breakfast.title);
  await logFromElsewhere(max, id, dishes.title);
  const { activities, actions } = await léa.does('GET /api/boards/:boardId', { params: { boardId: id } });
  const [loss, ...gains] = activities.activities;
  const byMax = gains.filter(({ username }) => username === max.name).slice(0, 3);
  for (const [place, { id: activityId }] of byMax.entries()) {
    for (const emoji of ['❤️', '🥰', '🔥'].slice(place))
      await léa.call('PUT', `/api/boards/${id}/activities/${activityId}/reactions/${emoji}`);
    const note = ['Avec des fraises et sans miettes', 'Servi à midi, mais servi', 'Le café était froid, pas le sourire'][place];
    await max.call('PUT', `/api/boards/${id}/activities/${activityId}/note`, { note });
  }
  await léa.call('PUT', `/api/boards/${id}/activities/${loss?.id}/reactions/😂`);
  await léa.call('PUT', `/api/boards/${id}/actions/${actions[0]?.id}/favourite`);

  const made = yearsAfter(daysAfter(dayIn(defaultTimeZone, Date.now()), -3), -1);
  const run = (statement: string, ...values: unknown[]) => tamper(server.dataDir, statement, ...values);
  run('delete from member_day where board_id = ?', id);
  // A flame of eight days, a month later four more days, and the last three in another month.
  const days = [0, 1, 2, 3, 4, 5, 6, 7, 40, 41, 42, 43, 200, 200, 200, 200].map((day) => daysAfter(made, day));
  const rows = ask(server.dataDir, 'select id, user_id, points from activity where board_id = ? order by board_revision', id);
  for (const [place, { id: activityId, user_id, points }] of rows.entries()) {
    const day = days[Math.floor(place / 2)] ?? made;
    run('update activity set logged_at = ? where id = ?', startOfDay(defaultTimeZone, day) + noon, activityId);
    run(
      `insert into member_day (board_id, user_id, day, gained, lost, actions, streak) values (?, ?, ?, ?, ?, 1, 1)
       on conflict do update set gained = gained + excluded.gained, lost = lost + excluded.lost, actions = actions + 1`,
      ...[id, user_id, day, Math.max(Number(points), 0), Math.max(-Number(points), 0)],
    );
  }
  const [{ user_id: winner } = {}] = rows;
  for (const [number, kind] of (['season', 'goal'] as const).entries()) {
    const season = randomUUID();
    const last = daysAfter(made, 60 + number);
    run(
      `insert into season (id, board_id, number, kind, starts_on, last_day, time_zone, starts_at, ends_at, ties, goal, closed_at, closed_revision, won)
       values (?, ?, ?, ?, ?, ?, ?, 1, 2, 'shared', ?, 3, 1, 1)`,
      ...[season, id, number + 1, kind, made, last, defaultTimeZone, kind === 'goal' ? 10 : null],
    );
    run(
      'insert into season_place (season_id, position, user_id, points, place, joined_late, left_early) values (?, 1, ?, 20, 1, 0, 0)',
      season,
      winner,
    );
  }
  const film = yearsAfter(made, 1);
  run(
    'update board set play_revision = 1, created_at = ?, film_anniversary = ?, recap_week = ? where id = ?',
    ...[startOfDay(defaultTimeZone, made) + noon, film, newestRecapWeek(defaultTimeZone, Date.now()), id],
  );
  run('update board_member set joined_at = ? where board_id = ?', startOfDay(defaultTimeZone, made), id);
  return { board, film };
}

const cards = 13;

test('a film leads two people from Accueil through the cards of their year to a picture, and is told once', async ({ browser, server }) => {
  const [léa, max] = [
    await signUpPlayer(browser, server, 'Léa', { hasTouch: true, viewport: { width: 390, height: 844 } }),
    await signUpPlayer(browser, server, 'Max'),
  ];
  const { board, film } = await playedBoard(server, léa, max);
  const { page } = léa;
  await openLive(page, '/dashboard');
  const line = page.getByRole('button', { name: /Un an de plus : le film est prêt/ });
  const recap = page.getByRole('button', { name: /Le récap de la semaine est là/ });
  await expect(recap).toBeHidden();
  await line.click();
  const dialog = page.getByRole('dialog');
  const place = (number: number) => expect(dialog.getByText(`Carte ${number} sur ${cards}`)).toBeAttached();
  await place(1);
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await page.keyboard.press('Home');
    for (let number = 1; number <= cards; number += 1) {
      await place(number);
      expect(await violationsOn(page, {}, '[role="dialog"]'), `card ${number}, ${theme}`).toEqual([]);
      await page.keyboard.press('ArrowRight');
    }
  }
  await expect(dialog.getByRole('img', { name: "L'année en une image" })).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: "Télécharger l'image", disabled: false }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`film-${film}.png`);
  const picture = readFileSync(await file.path());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The recap has its place again, once the film is seen.
  await expect(recap).toBeVisible();
  await page.reload();
  await expect(recap).toBeVisible();
  await expect(line).toBeHidden();

  await test.step('the other one comes by the address of a push, and nothing is cut from 320 to 1920', async () => {
    const { page: his } = max;
    const shown = his.getByRole('dialog');
    await his.goto(`/board/${board.id}?film=${film}`);
    await expect(shown.getByText(`Carte 1 sur ${cards}`)).toBeAttached();
    await expect(his).toHaveURL(`${server.origin}/board/${board.id}`);
    for (const [width, height, text] of [
      [320, 568, '16px'],
      [320, 568, '32px'],
      [844, 390, '16px'],
      [768, 1024, '16px'],
      [1920, 1080, '16px'],
    ] as const) {
      await resize(his, { width, height });
      await his.keyboard.press('Home');
      for (let number = 1; number <= cards; number += 1) {
        await expect(shown.getByText(`Carte ${number} sur`)).toBeAttached();
        await expect.poll(() => his.evaluate(faultsAt, text), { message: `card ${number}, ${width} × ${height}, ${text}` }).toEqual([]);
        await his.keyboard.press('ArrowRight');
      }
    }
    await his.goBack();
    await expect(shown).toBeHidden();
    // It stays, and shows what is left once somebody takes something back.
    await his.getByRole('tab', { name: 'Scores' }).click();
    const archive = his.getByRole('region', { name: 'Récaps' }).getByRole('button', { name: /^Le film/ });
    await archive.click();
    await expect(shown.getByText(`Carte 1 sur ${cards}`)).toBeAttached();
    await expect(shown).toContainText('à jouer à deux');
  });
});
