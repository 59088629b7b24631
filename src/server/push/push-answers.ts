/** What push services answer, as it is counted: what means something of its own, and `none` where nothing came in time. */
export const pushAnswers = ['2xx', '404', '410', '413', '429', '4xx', '5xx', 'other', 'none'] as const;
export type PushAnswer = (typeof pushAnswers)[number];

export function answerOf(status: number): PushAnswer {
  const find = (wanted: string) => pushAnswers.find((answer) => answer === wanted);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}xx`) ?? 'other';
}
