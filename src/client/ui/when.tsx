interface WhenProps {
  /** Milliseconds since 1970. */
  at: number;
  /** The short text: 'il y a 5 min'. */
  text: string;
  /** The whole date, for the tooltip. */
  full: string;
  className?: string | undefined;
}

export function When({ at, text, full, className }: WhenProps) {
  const date = new Date(at);
  return (
    <time className={className} title={full} dateTime={Number.isNaN(date.getTime()) ? undefined : date.toISOString()}>
      {text}
    </time>
  );
}
