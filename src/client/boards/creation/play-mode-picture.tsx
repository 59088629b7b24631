import type { PlayMode } from '#shared/play-modes';

interface Words {
  x: number;
  y: number;
  size?: number;
  children: string;
}

/** Two who pull at one rope, or two whose points come together. Only a decoration. */
export function PlayModePicture({ mode }: { mode: PlayMode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 62" width="100%" textAnchor="middle" fill="currentColor" fontWeight="800">
      {mode === 'scores' ? (
        <>
          <path d="M42 19H78M56 14v10" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
          <Words x={26} y={28} size={26}>
            🦊
          </Words>
          <Words x={94} y={28} size={26}>
            🐻
          </Words>
          <Words x={26} y={56}>
            +45
          </Words>
          <Words x={94} y={56}>
            +30
          </Words>
        </>
      ) : (
        <>
          <Words x={47} y={28} size={26}>
            🦊
          </Words>
          <Words x={73} y={28} size={26}>
            🐻
          </Words>
          <Words x={60} y={57} size={22}>
            +75
          </Words>
        </>
      )}
    </svg>
  );
}

function Words({ x, y, size = 17, children }: Words) {
  return (
    <text x={x} y={y} fontSize={size}>
      {children}
    </text>
  );
}
