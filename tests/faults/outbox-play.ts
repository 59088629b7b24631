/** Boards on which a history of R3 plays, and what must be true of them afterwards. */
import { newId } from '#client/api/new-id.ts';
import { agree, contest, contests, goal, pauseOf, season } from '../seasons.ts';
import { boardOf, log, type Someone, type TestApp, type TestBoard } from '../test-app.ts';
import type { Record } from './outbox-browser.ts';
import { activitiesOn, agreementsOn, boardsOf, contestsOn, type Direct, type Game, type Proposal } from './outbox-play-steps.ts';
import type { Stage } from './outbox-steps.ts';

interface Wanted {
  proposals: boolean;
  contests: boolean;
  /** Two histories in a row find different things there. */
  run: number;
}

/** `third` plays elsewhere. */
export async function prepareGame(
  testApp: TestApp,
  [lea, max, third]: readonly [Someone, Someone, Someone],
  { proposals: hasProposals, contests: hasContests, run }: Wanted,
): Promise<Game> {
  const game: Game = { fresh: null, proposals: [], duo: null, trio: null, contests: [] };
  const [one, other] = run % 4 < 2 ? [lea, max] : [max, lea];
  if (hasProposals || hasContests) {
    game.fresh = await boardOf(lea, [max], { title: 'Enjeu' });
    for (const player of [lea, max]) await log(player, game.fresh, 'breakfast');
    // Each asks the other: what all agree to begins at once. The rest they propose themselves, one history in two.
    const asked = [
      // A board is played for one of the two at a time.
      { by: max, terms: run % 4 < 2 ? season : goal },
      ...(run % 2 === 0
        ? ([
            { by: lea, terms: contests },
            { by: max, terms: pauseOf(7) },
          ] as const)
        : []),
    ];
    const proposals: Proposal[] = [];
    for (const { by, terms } of asked) {
      const id = newId();
      await by.does('POST /api/boards/:boardId/agreements', { params: { boardId: game.fresh.id }, body: { id, terms } });
      proposals.push({ id, by: by.id, kind: terms.kind });
    }
    game.proposals = proposals;
  }
  if (!hasContests) return game;
  game.duo = await boardOf(lea, [max], { title: 'Pile ou face' });
  game.trio = await boardOf(lea, [max, third], { title: 'À trois' });
  await agree(testApp, game.duo, [lea, max], contests);
  await agree(testApp, game.trio, [lea, max, third], contests);
  for (const player of [lea, max, third]) await log(player, game.trio, 'breakfast');
  const isKept = run % 3 > 0;
  game.contests = [
    { id: await contest(testApp, game.duo, one, other, { kept: true }), by: one.id, kept: true },
    { id: await contest(testApp, game.duo, other, one), by: other.id, kept: false },
    { id: await contest(testApp, game.trio, third, other, { kept: isKept }), by: third.id, kept: isKept },
  ];
  return game;
}

/** Two from each for the other. */
export async function noteLosses(board: TestBoard, [lea, max]: readonly [Someone, Someone]): Promise<Stage['losses']> {
  const losses = [max, lea, max, lea].map(({ id: to }) => ({ id: newId(), boardId: board.id, to }));
  for (const { id, boardId, to } of losses) {
    const body = { id, actionId: board.dishes, for: to };
    await (to === lea.id ? max : lea).does('POST /api/boards/:boardId/owed-losses', { params: { boardId }, body });
  }
  return losses;
}

/** How often something came to be, and what is wrong. */
export interface Played {
  effects: Map<string, number>;
  lost: number;
  doubled: number;
  foreign: number;
}

export async function judgeGame(testApp: TestApp, record: Record, told: ReadonlySet<string>, game: Game): Promise<Played> {
  const played: Played = { effects: new Map(), lost: 0, doubled: 0, foreign: record.foreign };
  for (const { what, told: answer } of record.direct) if (answer === 'done') count(played, what);
  await judgeProposals(testApp, record, told, { game, played });
  await judgeContests(testApp, record, told, { game, played });
  await judgeSwitches(testApp, record, { game, played });
  await judgeScores(testApp, { game, played });
  return played;
}

interface Judged {
  game: Game;
  played: Played;
}

/** The first answer that came settles it: as somebody said, and once. */
async function judgeProposals(testApp: TestApp, record: Record, told: ReadonlySet<string>, { game, played }: Judged): Promise<void> {
  if (!game.fresh) return;
  const { read } = testApp.deps.database;
  const rows = new Map((await agreementsOn(testApp, game.fresh.id)).map((row) => [row.id, row]));
  const seasons = await read.selectFrom('season').select('id').where('board_id', '=', game.fresh.id).execute();
  const pauses = await read.selectFrom('pause').select('id').where('board_id', '=', game.fresh.id).execute();
  const begun: string[] = [...seasons, ...pauses].map(({ id }) => id);
  for (const { what, about, told: answer } of record.direct) {
    if (what === 'propose' && answer === 'done' && !rows.has(about)) played.lost += 1;
    if (what === 'withdraw' && answer === 'done' && rows.get(about)?.outcome !== 'withdrawn') played.lost += 1;
  }
  for (const { id } of game.proposals) if (!rows.has(id)) played.lost += 1;
  for (const { id, kind, proposed_by, outcome } of rows.values()) {
    const here = record.direct.filter((one) => one.about === id && mayBe(one));
    const proposers = [
      ...game.proposals.flatMap((one) => (one.id === id ? [one.by] : [])),
      ...here.flatMap(({ what, userId }) => (what === 'propose' ? [userId] : [])),
    ];
    if (!proposers.includes(proposed_by)) played.foreign += 1;
    const answers = record.answered.flatMap(({ about, item, userId }) =>
      about === id && item.kind === 'answer' && userId !== proposed_by ? [item] : [],
    );
    const sent = answers.filter((item) => record.kept.has(item.id) && !told.has(item.id));
    count(played, 'answer', sent.length);
    if (sent.length > 0 && outcome === null) played.lost += 1;
    const said = [
      ...answers.map(({ yes }) => (yes ? 'agreed' : 'declined')),
      ...here.flatMap(({ what, userId }) => (what === 'withdraw' && userId === proposed_by ? ['withdrawn'] : [])),
    ];
    if (outcome !== null && !said.includes(outcome)) played.foreign += 1;
    // Each has the id of its agreement.
    const isBegun = outcome === 'agreed' && kind !== 'contests';
    if (begun.filter((one) => one === id).length !== (isBegun ? 1 : 0)) played.doubled += 1;
    if (outcome === 'agreed') count(played, `${kind} begun`);
  }
}

async function judgeContests(testApp: TestApp, record: Record, told: ReadonlySet<string>, { game, played }: Judged): Promise<void> {
  const rows = await contestsOn(testApp, boardsOf(game));
  const votes = await testApp.deps.database.read.selectFrom('contest_vote').selectAll().execute();
  const activities = (await Promise.all(boardsOf(game).map((id) => activitiesOn(testApp, id)))).flat();
  const ids = new Set(rows.map(({ id }) => id));
  for (const { what, about, told: answer } of record.direct)
    if (what === 'contest' && answer === 'done' && !ids.has(about)) played.lost += 1;
  for (const { id } of game.contests) if (!ids.has(id)) played.lost += 1;
  for (const { id, board_id, activity_id, contested_by, answered_by, kept_at, outcome, how } of rows) {
    const prepared = game.contests.find((one) => one.id === id);
    const on = record.direct.filter(({ about }) => about === id);
    const who = (what: Direct['what']) => on.flatMap((one) => (one.what === what && mayBe(one) ? [one.userId] : []));
    const isDone = (what: Direct['what']) => on.some((one) => one.what === what && one.told === 'done');
    const isUndoing = record.undoTried.has(activity_id);
    const isUndone = activities.find((one) => one.id === activity_id)?.undone_at !== null;
    const ballots = votes.filter(({ contest_id }) => contest_id === id);

    if (prepared ? prepared.by !== contested_by : !who('contest').includes(contested_by)) played.foreign += 1;
    if (kept_at !== null && prepared?.kept !== true && !who('keep').includes(answered_by)) played.foreign += 1;
    for (const { user_id, is_void } of ballots)
      if (!who(is_void === 1 ? 'vote to undo' : 'vote to keep').includes(user_id)) played.foreign += 1;
    const reasons = {
      answer: isUndoing || who('take back').includes(answered_by),
      // One may vote on three: the first vote is all.
      vote: ballots.length === 1 && (outcome === 'void') === (ballots[0]?.is_void === 1),
      coin: who('toss').length > 0,
      called_off: record.direct.some((one) => one.what === 'end contesting' && one.about === board_id && mayBe(one)),
      // Nobody waits for a day.
      silence: false,
    };
    if (how !== null && !reasons[how]) played.foreign += 1;

    if (isDone('keep') && kept_at === null) played.lost += 1;
    if (isDone('take back') && outcome !== 'withdrawn') played.lost += 1;
    if ((isDone('vote to undo') || isDone('vote to keep')) && how !== 'vote') played.lost += 1;
    if (isDone('toss') && how !== 'coin') played.lost += 1;
    if (record.undone.has(activity_id) && !told.has(activity_id) && !isUndone) played.lost += 1;

    // It ends once: for the activity, and for everybody who was told.
    if (isUndone !== (outcome === 'withdrawn' || outcome === 'void') && !(isUndone && isUndoing)) played.doubled += 1;
    if (on.some(({ heard }) => heard !== undefined && heard !== `${outcome} by ${how}`)) played.doubled += 1;
    if (how !== null) count(played, `ended by ${how}`);
  }
}

/** Members may contest once all have agreed to it, until one of them ends it. */
async function judgeSwitches(testApp: TestApp, { direct }: Record, { game, played }: Judged): Promise<void> {
  const { read } = testApp.deps.database;
  for (const id of boardsOf(game)) {
    const { contests_on } = await read.selectFrom('board').select('contests_on').where('id', '=', id).executeTakeFirstOrThrow();
    const agreed = (await agreementsOn(testApp, id)).some(({ kind, outcome }) => kind === 'contests' && outcome === 'agreed');
    const endings = direct.filter(({ what, about }) => what === 'end contesting' && about === id);
    if (contests_on === 1 && !agreed) played.foreign += 1;
    if (contests_on === 0 && agreed && !endings.some(mayBe)) played.lost += 1;
    // On the others nobody agrees to it once more.
    if (contests_on === 1 && id !== game.fresh?.id && endings.some(({ told }) => told === 'done')) played.lost += 1;
  }
}

/** What is undone is taken off once. */
async function judgeScores(testApp: TestApp, { game, played }: Judged): Promise<void> {
  const { read } = testApp.deps.database;
  for (const id of boardsOf(game)) {
    const members = await read.selectFrom('board_member').select(['user_id', 'score']).where('board_id', '=', id).execute();
    const counting = (await activitiesOn(testApp, id)).filter(({ undone_at }) => undone_at === null);
    for (const { user_id, score } of members) {
      const sum = counting.filter((one) => one.user_id === user_id).reduce((points, one) => points + one.points, 0);
      if (sum !== score) played.doubled += 1;
    }
  }
}

function mayBe({ told }: Direct): boolean {
  return told !== 'refused';
}

function count({ effects }: Played, what: string, times = 1): void {
  effects.set(what, (effects.get(what) ?? 0) + times);
}
