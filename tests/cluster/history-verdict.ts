/** What must be true of the boards of a history, given what everybody was told: each function returns what is wrong. */
import { dayIn, defaultTimeZone } from '#shared/calendar';
import type { Activity } from '#shared/activities';
import { ask } from '../database-state.ts';
import type { Rows } from '../postgres/ask.ts';
import { judgeContests } from './history-contests.ts';
import { type Chosen, type Facts, type Logged, mayBe, type Moved, type Proposed } from './history-facts.ts';

export async function judge(facts: Facts): Promise<string[]> {
  const faults: string[] = [];
  const accounts = new Set(ask(facts.several.dataDir, 'select id from user').map(({ id }) => String(id)));
  for (const { done, personId, what } of facts.moved) {
    if (what === 'delete account' && done && accounts.has(personId)) faults.push(`a deleted account is there: ${personId}`);
  }
  for (const { id } of facts.boards) faults.push(...(await judgeBoard(facts, id, accounts)));
  return faults;
}

async function judgeBoard(facts: Facts, boardId: string, accounts: ReadonlySet<string>): Promise<string[]> {
  const { dataDir } = facts.several;
  const [board] = ask(dataDir, 'select total_points, revision, created_by from board where id = ?', boardId);
  if (!board) {
    const mayBeGone = facts.movesOn(boardId, 'delete board', 'delete account').some(mayBe);
    const [key] = ask(dataDir, 'select board_id from board_key where board_id = ?', boardId);
    return [
      ...(mayBeGone ? [] : [`a board that nobody deleted is gone: ${boardId}`]),
      ...(key ? [`a deleted board has a key: ${boardId}`] : []),
    ];
  }
  const isDeleted = facts.movesOn(boardId, 'delete board').some(({ done }) => done);
  return [
    ...(isDeleted ? [`a deleted board is there: ${boardId}`] : []),
    ...judgeActivities(facts, boardId, Number(board['total_points']), accounts),
    ...(await judgeNotes(facts, boardId, accounts)),
    ...judgeMembers(facts, boardId, String(board['created_by']), accounts),
    ...judgeProposals(facts, boardId, accounts),
    ...judgeSeasons(facts, boardId),
    ...judgeContests(facts, boardId, accounts),
    ...judgeGestures(facts, boardId),
  ];
}

function judgeActivities(
  { several, logged, contested }: Facts,
  boardId: string,
  totalPoints: number,
  accounts: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  const columns = 'id, user_id, noted_by, points, undone_at, board_revision';
  const rows = ask(several.dataDir, `select ${columns} from activity where board_id = ?`, boardId);
  const stored = new Map(rows.map((row) => [String(row['id']), row]));
  const takenBack = new Set(
    ask(several.dataDir, "select activity_id from contest where outcome in ('withdrawn', 'void') and board_id = ?", boardId).map((row) =>
      String(row['activity_id']),
    ),
  );
  // A contest goes with the account of who contested.
  const forgotten = new Set(contested.filter((one) => mayBe(one) && !accounts.has(one.personId)).map(({ activityId }) => activityId));
  if (new Set(rows.map((row) => row['board_revision'])).size < rows.length) faults.push('two activities have one revision');
  for (const one of logged.filter((here) => here.boardId === boardId)) {
    const { id, personId, undos } = one;
    const row = stored.get(id);
    stored.delete(id);
    const { must, may } = expected(one);
    if (must && !row && accounts.has(personId)) faults.push(`acknowledged and lost: ${id}`);
    if (!may && row) faults.push(`${one.answers ? 'not avowed' : 'refused'} and there: ${id}`);
    if (!row) continue;
    if (!isAsLogged(row, one, accounts)) faults.push(`not as it was logged: ${JSON.stringify(row)}`);
    const isUndone = row['undone_at'] !== null;
    if ((undos.some(({ done }) => done) || takenBack.has(id)) && !isUndone) faults.push(`undone and there: ${id}`);
    if (isUndone && !undos.some(mayBe) && !takenBack.has(id) && !forgotten.has(id)) faults.push(`undone by nobody: ${id}`);
  }
  for (const id of stored.keys()) faults.push(`nobody logged it: ${id}`);
  // What waits for an avowal counts for nothing.
  const total = rows.filter((row) => row['undone_at'] === null).reduce((sum, row) => sum + Number(row['points']), 0);
  if (totalPoints !== total) faults.push(`total ${totalPoints}, sum ${total}`);
  const both = ask(several.dataDir, 'select id from owed_loss where board_id = ? and id in (select id from activity)', boardId);
  return [...faults, ...both.map(({ id }) => `avowed and waiting: ${String(id)}`)];
}

/** Whether the activity must be there, and whether it may. A loss for somebody else is one with their avowal alone. */
function expected({ done, maybe, answers }: Logged): { must: boolean; may: boolean } {
  if (!answers) return { must: done, may: done || maybe };
  const avowals = answers.filter(({ confess }) => confess);
  return { must: avowals.some((one) => one.done), may: (done || maybe) && avowals.some(mayBe) };
}

function isAsLogged(row: Rows[number], { points, personId, notedBy }: Logged, accounts: ReadonlySet<string>): boolean {
  // A member who noted it for somebody else and deleted their account since is left out.
  const isGone = row['noted_by'] === '' && !accounts.has(notedBy);
  const noter = notedBy === personId ? null : isGone ? '' : notedBy;
  return Number(row['points']) === points && row['user_id'] === personId && row['noted_by'] === noter;
}

/** As a member reads them: under each activity stands what was written last. */
async function judgeNotes(facts: Facts, boardId: string, accounts: ReadonlySet<string>): Promise<string[]> {
  const shown = await readActivities(facts, boardId);
  return facts.logged.flatMap(({ id, notedBy, notes }) => {
    const activity = shown.get(id);
    if (!activity || !accounts.has(notedBy)) return [];
    const last = Math.max(...notes.filter(({ done }) => done).map(({ group }) => group));
    // What was tried at the same time, or without an answer, may have come before or after.
    const possible = new Set(notes.filter((one) => (one.done && one.group >= last) || one.maybe).map(({ note }) => note));
    if (last === -Infinity) possible.add('');
    return possible.has(activity.note ?? '') ? [] : [`under ${id} stands another note`];
  });
}

async function readActivities({ members }: Facts, boardId: string): Promise<Map<string, Activity>> {
  const found = new Map<string, Activity>();
  for (const member of members) {
    for (let query: Record<string, string> = {}; ; ) {
      const { answer } = await member.calls('GET /api/boards/:boardId/activities', { params: { boardId }, query }, 0);
      if (answer.status !== 200) break;
      for (const activity of answer.body.activities) found.set(activity.id, activity);
      if (answer.body.next === null) return found;
      query = { before: String(answer.body.next) };
    }
  }
  return found;
}

function judgeMembers(facts: Facts, boardId: string, administrator: string, accounts: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const rows = ask(facts.several.dataDir, 'select user_id from board_member where board_id = ?', boardId);
  const members = new Set(rows.map((row) => String(row['user_id'])));
  if (!members.has(administrator)) faults.push(`the administrator is no member of ${boardId}`);
  for (const id of members) if (!accounts.has(id)) faults.push(`a deleted account is a member of ${boardId}`);
  for (const { id } of facts.members) {
    const isComingOrGoing = ({ what, personId }: Moved) => personId === id && (what === 'leave' || what === 'join');
    const moves = facts.moved.filter((one) => one.boardId === boardId && isComingOrGoing(one));
    const done = moves.filter((one) => one.done);
    const last = Math.max(...done.map(({ group }) => group));
    // What was tried at the same time, or without an answer, may have come before or after.
    const atLast = moves.filter(({ group, maybe }) => group >= last || maybe);
    if (done.length === 0 || !accounts.has(id) || new Set(atLast.map(({ what }) => what)).size > 1) continue;
    const isMember = atLast[0]?.what === 'join';
    if (members.has(id) !== isMember) faults.push(`${isMember ? 'accepted and no' : 'removed and a'} member of ${boardId}`);
  }
  return faults;
}

function judgeProposals(facts: Facts, boardId: string, accounts: ReadonlySet<string>): string[] {
  const { dataDir } = facts.several;
  const rows = ask(dataDir, 'select id, kind, outcome from agreement where board_id = ?', boardId);
  const begun = new Set(
    ['season', 'pause'].flatMap((table) => ask(dataDir, `select id from ${table} where board_id = ?`, boardId).map(({ id }) => String(id))),
  );
  const faults: string[] = [];
  const open = rows.filter(({ outcome }) => outcome === null).map(({ kind }) => kind);
  if (new Set(open).size < open.length) faults.push(`two proposals of a kind wait on ${boardId}`);
  for (const proposed of facts.proposed.filter((one) => one.boardId === boardId)) {
    const { id, personId, done, kind } = proposed;
    const row = rows.find((one) => one['id'] === id);
    const hasBegun = begun.delete(id);
    if (!row) {
      // It goes with the account of who made it; what began with it stays.
      if (done && accounts.has(personId)) faults.push(`proposed and lost: ${id}`);
      continue;
    }
    if (!mayBe(proposed)) faults.push(`a proposal that was refused is there: ${id}`);
    if (hasBegun !== (row['outcome'] === 'agreed' && beginsRow(kind))) faults.push(`a ${kind} and its proposal disagree: ${id}`);
    faults.push(...judgeOutcome(facts, proposed, row['outcome']).map((what) => `${what}: ${id}`));
  }
  for (const id of begun) faults.push(`nobody proposed it: ${id}`);
  return faults;
}

/** Of a mode and of contests the board itself is all that changes. */
function beginsRow(kind: Proposed['kind']): boolean {
  return kind === 'season' || kind === 'goal' || kind === 'pause';
}

/** Whatever is there somebody chose; what a member chose last stands while the activity counts and both people are there. */
function judgeGestures(facts: Facts, boardId: string): string[] {
  const { dataDir } = facts.several;
  const rows = ask(dataDir, 'select week, chosen_by, activity_id from gesture where board_id = ?', boardId).map((row) =>
    [String(row['week']), String(row['chosen_by']), String(row['activity_id'])].join(' '),
  );
  const tried = facts.chosen.filter((one) => one.boardId === boardId);
  const asRow = ({ week, personId, activityId }: Chosen) => [week, personId, activityId].join(' ');
  const made = new Set(tried.filter(mayBe).map(asRow));
  const counting = ask(dataDir, 'select id, user_id from activity where undone_at is null and board_id = ?', boardId);
  const lost = tried.filter((one) => {
    const own = tried.filter(({ week, personId }) => week === one.week && personId === one.personId);
    // What was tried at the same time, or without an answer, may have come before or after.
    const isLast = one.done && own.every((other) => other === one || (!other.maybe && (other.group < one.group || !other.done)));
    const activity = counting.find(({ id }) => id === one.activityId);
    const areThere = activity && [one.personId, String(activity['user_id'])].every((id) => facts.isSteadfast(id, boardId));
    return isLast && areThere && !rows.includes(asRow(one));
  });
  return [
    ...rows.filter((row) => !made.has(row)).map((row) => `a gesture that nobody chose: ${row}`),
    ...lost.map(({ activityId }) => `a gesture that is lost: ${activityId}`),
  ];
}

function judgeOutcome(facts: Facts, { boardId, personId, answers, withdrawals }: Proposed, outcome: unknown): string[] {
  const noes = answers.filter(({ yes }) => !yes);
  const agrees = (id: string) => id === personId || answers.some((one) => one.yes && one.personId === id && mayBe(one));
  const isWithdrawn = withdrawals.some(mayBe) || !facts.isSteadfast(personId, boardId);
  return [
    ...(noes.some(({ done }) => done) && outcome !== 'declined' ? ['declined, and otherwise settled'] : []),
    ...(outcome === 'declined' && !noes.some(mayBe) ? ['declined by nobody'] : []),
    ...(withdrawals.some(({ done }) => done) && outcome !== 'withdrawn' ? ['withdrawn, and otherwise settled'] : []),
    ...(outcome === 'withdrawn' && !isWithdrawn ? ['withdrawn by nobody'] : []),
    ...(outcome === 'agreed'
      ? facts.members.filter(({ id }) => facts.isSteadfast(id, boardId) && !agrees(id)).map(({ id }) => `begun without the yes of ${id}`)
      : []),
  ];
}

function judgeSeasons({ several, clock, paid }: Facts, boardId: string): string[] {
  const rows = ask(several.dataDir, 'select id, number, kind, last_day, closed_at, paid_at from season where board_id = ?', boardId);
  const today = dayIn(defaultTimeZone, clock.now());
  const running = rows.filter(({ closed_at }) => closed_at === null);
  return [
    ...rows
      .map(({ number }) => Number(number))
      .toSorted((one, other) => one - other)
      .flatMap((number, index) => (number === index + 1 ? [] : [`the seasons of ${boardId} are not counted from 1`])),
    ...(new Set(running.map(({ kind }) => kind)).size < running.length ? [`two seasons of a kind run on ${boardId}`] : []),
    ...running.filter(({ last_day }) => String(last_day) < today).map(({ id }) => `over and not closed: ${String(id)}`),
    ...rows.flatMap(({ id, paid_at }) => {
      const tries = paid.get(String(id)) ?? [];
      if (paid_at !== null) return tries.some(mayBe) ? [] : [`ticked off by nobody: ${String(id)}`];
      return tries.some(({ done }) => done) ? [`ticked off and owed: ${String(id)}`] : [];
    }),
  ];
}

/** Watches the closed seasons of some boards, which stay as they were closed. */
export class ClosedSeasons {
  readonly #dataDir: string;
  readonly #known = new Map<string, { row: string; places: readonly { place: string; userId: unknown }[] }>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get count(): number {
    return this.#known.size;
  }

  /** What has changed since the last look. */
  look(boardIds: readonly string[]): string[] {
    return boardIds.flatMap((id) => this.#lookAt(id));
  }

  #lookAt(boardId: string): string[] {
    const columns = 'season.id, closed_at, closed_revision, time_zone, starts_on, last_day';
    const placed = 'position, user_id, points, place, joined_late, left_early';
    const rows = ask(
      this.#dataDir,
      `select ${columns}, ${placed} from season join season_place on season_id = season.id where board_id = ? and closed_at is not null order by position`,
      boardId,
    );
    const seasons = new Map<string, { row: string; places: { place: string; userId: unknown }[] }>();
    for (const { id, position, user_id: userId, points, place, joined_late, left_early, ...season } of rows) {
      const one = seasons.get(String(id)) ?? { row: JSON.stringify(season), places: [] };
      one.places.push({ place: JSON.stringify({ position, points, place, joined_late, left_early }), userId });
      seasons.set(String(id), one);
    }
    return [...seasons].flatMap(([id, season]) => {
      const before = this.#known.get(id);
      this.#known.set(id, season);
      if (!before) return [];
      const isSame = before.row === season.row && before.places.length === season.places.length;
      const areSame = season.places.every(({ place, userId }, index) => {
        const was = before.places[index];
        // A deleted account becomes nobody.
        return was?.place === place && (was.userId === userId || userId === null);
      });
      return isSame && areSame ? [] : [`a closed season has changed: ${id}`];
    });
  }
}
