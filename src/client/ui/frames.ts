/** The four frames of the window that style sheets and scripts may ask for; a sheet writes `@media (--narrow)`. A rem follows the reader's own text size. */
export const frames = {
  narrow: 'width < 30rem',
  wide: 'width >= 48rem',
  large: 'width >= 64rem',
  low: 'height < 30rem',
} as const;

export type Frame = keyof typeof frames;
