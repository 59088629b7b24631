import { demoBoards as boards } from './demo-boards.fr.ts';

type DemoBoardTexts = (typeof boards)[number];
type DemoPlayer = DemoBoardTexts['players'][number];

/** What the demo shows at one step. */
export interface DemoMoment {
  title: string;
  icon: string;
  theme: DemoBoardTexts['theme'];
  /** Sum of both scores. */
  total: number;
  players: readonly [DemoStanding, DemoStanding];
  /** The last three actions, the newest last. */
  feed: readonly { key: string; player: DemoPlayer; side: 0 | 1; title: string; points: number }[];
}

interface DemoStanding {
  identity: DemoPlayer;
  name: string;
  avatar: string;
  score: number;
}

const length = boards.reduce((sum, board) => sum + board.actions.length, 0);

/** The script goes through the boards, one action per step, and begins again. */
export function demoAt(step: number): DemoMoment {
  let left = step % length;
  for (const board of boards) {
    if (left < board.actions.length) return moment(board, left + 1);
    left -= board.actions.length;
  }
  return moment(boards[0], 1);
}

function moment(board: DemoBoardTexts, done: number): DemoMoment {
  const { title, icon, theme, players } = board;
  const logged = board.actions.slice(0, done);
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
    feed: logged
      .map(({ by, title: action, points }) => ({ key: `${title} ${action}`, player: players[by], side: by, title: action, points }))
      .slice(-3),
  };
}
