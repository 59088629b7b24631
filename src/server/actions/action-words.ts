/** '💋 Bisou du matin (+5)': told apart from every other action of its board, of which no two have the same title and points. */
export function actionWords({ title, points, emoji }: { title: string; points: number; emoji: string | null }): string {
  return `${emoji === null ? '' : `${emoji} `}${title} (${points > 0 ? '+' : '−'}${Math.abs(points)})`;
}
