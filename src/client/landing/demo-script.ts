import { demoBoards as boards } from './demo-boards.fr.ts';

type DemoBoardTexts = (typeof boards)[number];
type DemoPlayer = DemoBoardTexts['players'][number];

/** The state of the demo at one step. */
export interface DemoMoment {
  title: string;
  icon: string;
  theme: DemoBoardTexts['theme'];
  /** Sum of both scores. */
  total: number;
  players: readonly [DemoStanding, DemoStanding];
  /** What can be played for the first of both, a gain before all; known by its index, so that the focus stays when the next board comes. */
  tiles: readonly { key: string; emoji: string; title: string; points: number }[];
  /** The last three actions, the newest last, and before them the one that leaves; `age` counts back from the newest. */
  feed: readonly { key: string; player: DemoPlayer; side: 0 | 1; title: string; points: number; age: number }[];
}

interface DemoStanding {
  identity: DemoPlayer;
  name: string;
  avatar: string;
  score: number;
}

/** What the visitor played, or the other's answer to it, with the board on which it was. */
export interface DemoMove {
  board: string;
  by: 0 | 1;
  title: string;
  points: number;
}

const length = boards.reduce((sum, board) => sum + board.actions.length, 0);

/** The script goes through the boards, one action per step, and begins again; after its actions come the moves of the visitor's game. */
export function demoAt(step: number, moves: readonly DemoMove[] = []): DemoMoment {
  let left = step % length;
  for (const board of boards) {
    if (left < board.actions.length) return moment(board, left + 1, moves);
    left -= board.actions.length;
  }
  return moment(boards[0], 1, moves);
}

/** What the other player answers next to the visitor. */
export function answerTo(moves: readonly DemoMove[]): DemoMove | null {
  const title = moves.at(-1)?.board;
  const board = boards.find((one) => one.title === title);
  if (!board) return null;
  const given = moves.filter(({ by }) => by === 1).length;
  const answer = board.answers[given % board.answers.length];
  return answer ? { board: board.title, by: 1, ...answer } : null;
}

function moment(board: DemoBoardTexts, done: number, moves: readonly DemoMove[]): DemoMoment {
  const { title, icon, theme, players } = board;
  const logged = [
    ...board.actions.slice(0, done).map((action) => ({ ...action, key: `${title} ${action.title}` })),
    ...moves.filter((move) => move.board === title).map((move, index) => ({ ...move, key: `${title} ${move.title} ${index}` })),
  ];
  const standing = (side: 0 | 1): DemoStanding => {
    const identity = players[side];
    const won = logged.filter(({ by }) => by === side).reduce((sum, { points }) => sum + points, 0);
    return { identity, name: identity.name, avatar: identity.avatar, score: identity.start + won };
  };
  const both = [standing(0), standing(1)] as const;
  return {
    title,
    icon,
    theme,
    total: both[0].score + both[1].score,
    players: both,
    // From the end of the script: what stands above them is mostly something else.
    tiles: board.actions
      .slice(-3)
      .sort((one, other) => other.points - one.points)
      .map(({ emoji, title: action, points }, index) => ({ key: `tile ${index}`, emoji, title: action, points })),
    feed: logged.slice(-4).map(({ by, title: action, points, key }, index, { length: count }) => ({
      key,
      player: players[by],
      side: by,
      title: action,
      points,
      age: count - 1 - index,
    })),
  };
}
