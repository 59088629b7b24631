import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent } from 'react';
import type { Film } from '#shared/film';
import { useMe } from '#client/session/session-queries.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { closeNotifications } from '#client/ui/shown-notifications.ts';
import { Earlier } from './card-parts.tsx';
import { AwaitedCards, CardWindow, isRefused, Player } from './card-player.tsx';
import { FilmCard } from './film-card.tsx';
import { cardsOfFilm, lookOf } from './film-cards.ts';
import { filmMessages as texts } from './film-messages.fr.ts';
import { drawFilm } from './film-picture.ts';
import { useMarkFilmSeen } from './recap-commands.ts';
import type { CardsDialogProps } from './recap-dialog.tsx';
import styles from './recap-dialog.module.css';
import { recapMessages } from './recap-messages.fr.ts';
import { filmQuery, filmsQuery } from './recap-queries.ts';
import { SharePicture } from './share-picture.tsx';

/** A year of a board as cards that fill the window, one fact each (decision D51). */
export function FilmDialog({ open, ...film }: CardsDialogProps) {
  return (
    <CardWindow open={open} onClose={film.onClose}>
      <Year key={`${film.boardId} ${film.period}`} {...film} />
    </CardWindow>
  );
}

type YearProps = Omit<CardsDialogProps, 'open'>;

function Year({ boardId, period, onClose, onPeriod }: YearProps) {
  const { id: myId } = useMe();
  const { data: film, error, refetch, isFetching } = useQuery(filmQuery(boardId, period));
  const { mutate: markSeen } = useMarkFilmSeen();
  const isGone = isRefused(error, 'film_not_found');
  const isSeen = film !== undefined;
  const onSeen = useEffectEvent(() => {
    markSeen({ boardId, period });
    void closeNotifications((data) => data['kind'] === 'recap' && data['boardId'] === boardId);
  });
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen]);
  if (film) {
    return (
      <Player
        board={film}
        title={texts.title({ board: film.title })}
        description={texts.about(film)}
        cards={cardsOfFilm(film).map((kind) => ({
          key: kind,
          look: lookOf[kind],
          face: kind === 'end' ? <End {...{ film, onPeriod }} /> : <FilmCard {...{ film, kind, myId }} />,
        }))}
        onClose={onClose}
      />
    );
  }
  return (
    <AwaitedCards
      {...{ boardId, onClose, isRetrying: isFetching }}
      title={recapMessages.filmOf({ period })}
      loading={texts.loading}
      failure={error ? (isGone ? texts.gone : texts.loadFailed) : undefined}
      onRetry={isGone ? undefined : () => void refetch()}
    />
  );
}

/** The last card: the year as a picture to share, without names and words, and the films before. */
function End({ film, onPeriod }: { film: Film; onPeriod: (period: string) => void }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => drawFilm(canvas, film), [film]);
  const { data: films = [] } = useQuery(filmsQuery(film.boardId));
  const others = films.map(({ period }) => period).filter((period) => period !== film.period);
  return (
    <div className={styles.end}>
      <Stack gap={3}>
        <p className={styles.title}>{texts.end.title}</p>
        <p className={styles.unit}>{texts.end.text}</p>
      </Stack>
      <SharePicture label={texts.end.picture} fileName={texts.picture.file(film)} draw={draw} />
      <Earlier label={texts.end.others} periods={others} nameOf={(period) => texts.name({ period })} onPeriod={onPeriod} />
    </div>
  );
}
