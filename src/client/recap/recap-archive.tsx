import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BoardId } from '#shared/ids';
import { weekInWords } from '#shared/week-in-words.fr';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import { filmMessages } from './film-messages.fr.ts';
import { useCardsDialog } from './recap-line.tsx';
import { recapMessages as texts } from './recap-messages.fr.ts';
import { filmsQuery, recapWeeksQuery } from './recap-queries.ts';

/** The films and the recaps of a board that can be seen, seen or not. */
export function RecapArchive({ boardId }: { boardId: BoardId }) {
  const id = useId();
  const { data: films = [] } = useQuery(filmsQuery(boardId));
  const { data: weeks = [] } = useQuery(recapWeeksQuery(boardId));
  const { show, dialog } = useCardsDialog();
  return (
    <>
      {films.length + weeks.length > 0 ? (
        <Stack as="section" gap={3} aria-labelledby={id}>
          <h2 id={id}>{texts.archive}</h2>
          <Row as="ul" gap={2}>
            {films.map(({ period }) => (
              <li key={period}>
                <Pill aria-haspopup="dialog" onClick={() => show(boardId, { film: period })}>
                  {filmMessages.name({ period })}
                </Pill>
              </li>
            ))}
            {weeks.map(({ week }) => (
              <li key={week}>
                <Pill aria-haspopup="dialog" onClick={() => show(boardId, { week })}>
                  {weekInWords(week)}
                </Pill>
              </li>
            ))}
          </Row>
        </Stack>
      ) : null}
      {dialog}
    </>
  );
}
