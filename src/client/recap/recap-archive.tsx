import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BoardId } from '#shared/ids';
import { weekInWords } from '#shared/week-in-words.fr';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import { useRecapDialog } from './recap-line.tsx';
import { recapMessages as texts } from './recap-messages.fr.ts';
import { recapWeeksQuery } from './recap-queries.ts';

/** The recaps of a board that can be read, read or not. */
export function RecapArchive({ boardId }: { boardId: BoardId }) {
  const id = useId();
  const { data: weeks = [] } = useQuery(recapWeeksQuery(boardId));
  const { show, dialog } = useRecapDialog();
  return (
    <>
      {weeks.length > 0 ? (
        <Stack as="section" gap={3} aria-labelledby={id}>
          <h2 id={id}>{texts.archive}</h2>
          <Row as="ul" gap={2}>
            {weeks.map(({ week }) => (
              <li key={week}>
                <Pill aria-haspopup="dialog" onClick={() => show(boardId, week)}>
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
