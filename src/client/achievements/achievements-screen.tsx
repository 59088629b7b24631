import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type AchievementFamily, achievementFamilies, achievements } from '#shared/achievement-rules';
import type { AchievementProgress } from '#shared/achievements';
import { Unreachable } from '#client/api/api.ts';
import { useLastFailure } from '#client/sync/replica/failures.ts';
import { useConnection } from '#client/sync/stream/live.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Card as Surface } from '#client/ui/surface/surface.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { Unbroken } from '#client/ui/unbroken.tsx';
import { achievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages as texts } from './achievements-messages.fr.ts';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import styles from './achievements-screen.module.css';
import { Coin } from './coin.tsx';
import { useReadOnChange } from './read-on-change.ts';

/** 'Succès': what one has unlocked, and how far one is with the rest. */
export function AchievementsScreen() {
  const { data, isError, error, isFetching, refetch } = useQuery(achievementsQuery);
  useReadOnChange(refetch);
  const isAway = useLastFailure(error) instanceof Unreachable && !data;
  useTitleInSight(isAway);
  const all = data?.achievements;
  const count = unlockedOf(all ?? []);
  const nearest = all && nearestOf(all);
  return (
    <Stack gap={5}>
      <div className={styles.top}>
        <Stack gap={2} className={styles.head}>
          <PageTitle>{texts.title}</PageTitle>
          {all ? (
            <>
              <p className={styles.count}>{texts.progress({ count, total: all.length })}</p>
              <ProgressBar label={texts.title} value={count} max={all.length} text={texts.counted({ count, total: all.length })} />
            </>
          ) : null}
        </Stack>
        {nearest ? <Nearest {...nearest} /> : null}
      </div>
      {isAway ? (
        <div role="alert">
          <EmptyState
            title={texts.away.title}
            text={texts.away.text}
            action={
              <Button kind="primary" pending={isFetching} onClick={() => void refetch()}>
                {words.retry}
              </Button>
            }
          />
        </div>
      ) : (
        <Tiles gap={5} className={styles.families}>
          {all ? (
            achievementFamilies.map((family) => (
              <Family key={family} family={family} members={all.filter(({ id }) => achievements[id].family === family)} />
            ))
          ) : isError ? (
            <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
              {texts.loadFailed}
            </ErrorBanner>
          ) : (
            <Skeleton label={texts.loading} labelShown shape="card" count={6} />
          )}
        </Tiles>
      )}
    </Stack>
  );
}

/** The banner that tells of a lost connection lies over the top of a page, so that nothing moves: here there is nothing else to read. */
function useTitleInSight(isAway: boolean): void {
  const isLost = useConnection() === 'lost';
  useEffect(() => {
    if (isAway && isLost) scrollTo({ top: 0, behavior: 'instant' });
  }, [isAway, isLost]);
}

function unlockedOf(some: readonly AchievementProgress[]): number {
  return some.filter(({ unlockedAt }) => unlockedAt !== null).length;
}

/** A moment has no way to it, and of a pause nobody wants to read how far it has come. */
function isCounted({ id }: AchievementProgress): boolean {
  const { goal, measure } = achievements[id];
  return goal > 1 && measure !== 'pause';
}

/** How much of the way to it is made, from 0 to 1. */
function wayMade({ id, progress }: AchievementProgress): number {
  return Math.min(progress / achievements[id].goal, 1);
}

/** What comes next, if anything is on its way. Losses are told, but nobody is called to them (decision D26). */
function nearestOf(all: readonly AchievementProgress[]): AchievementProgress | undefined {
  return all
    .filter((one) => one.unlockedAt === null && one.progress > 0 && isCounted(one) && achievements[one.id].measure !== 'losses')
    .toSorted((a, b) => wayMade(b) - wayMade(a))[0];
}

function Nearest({ id, progress }: AchievementProgress) {
  const heading = useId();
  const { name, how } = achievementWords[id];
  const { emoji, goal } = achievements[id];
  return (
    <Surface aria-labelledby={heading} tone="quiet" className={styles.nearest}>
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <Stack gap={1}>
        <h2 id={heading} className={styles.which}>
          {texts.nearest}
        </h2>
        <p className={styles.goal}>{name}</p>
        <Row as="p" gap={2} justify="apart">
          <span className={styles.leads}>
            <Unbroken>{how}</Unbroken>
          </span>
          <span aria-hidden="true" className={styles.figure}>
            {texts.counted({ count: progress, total: goal })}
          </span>
        </Row>
        <ProgressBar
          label={texts.towards({ title: name })}
          value={progress}
          max={goal}
          text={texts.counted({ count: progress, total: goal })}
        />
      </Stack>
    </Surface>
  );
}

function Family({ family, members }: { family: AchievementFamily; members: readonly AchievementProgress[] }) {
  const id = useId();
  const of = { count: unlockedOf(members), total: members.length };
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Row gap={3} wraps={false}>
        <h2 id={id} className={styles.name}>
          {texts.families[family]}
        </h2>
        <p className={styles.figure}>
          <span aria-hidden="true">{texts.share(of)}</span>
          <span className="visually-hidden">{texts.counted(of)}</span>
        </p>
      </Row>
      <Row as="ul" justify="middle" className={styles.medals}>
        {members.map((one) => (
          <Card key={one.id} {...one} />
        ))}
      </Row>
    </Stack>
  );
}

function Card(one: AchievementProgress) {
  const { id, progress, unlockedAt } = one;
  const [isOpen, setIsOpen] = useState(false);
  const { name, how, line } = achievementWords[id];
  const { goal } = achievements[id];
  const isLocked = unlockedAt === null;
  const isOnItsWay = isLocked && isCounted(one);
  const share = isLocked ? (isOnItsWay ? 100 * wayMade(one) : 0) : 100;
  const state = isLocked ? texts.locked : line;
  const earning = isLocked ? how : texts.earned({ title: how, time: unlockedAt });
  return (
    <Stack as="li" gap={1} className={styles.medal} data-locked={isLocked || undefined}>
      <Coin id={id} isLocked={isLocked} share={share} />
      <h3 className={styles.title}>
        <button type="button" className={styles.opener} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          {name}
        </button>
      </h3>
      <p aria-hidden="true" className={styles.leads}>
        <Unbroken>{how}</Unbroken>
      </p>
      {isOnItsWay ? (
        <span aria-hidden="true" className={styles.figure}>
          {texts.counted({ count: progress, total: goal })}
        </span>
      ) : null}
      {/* What the medal tells at a tap is read without one, too. */}
      <div className="visually-hidden">
        <p>{state}</p>
        <p>{earning}</p>
        {isOnItsWay ? (
          <ProgressBar
            label={texts.towards({ title: name })}
            value={progress}
            max={goal}
            text={texts.counted({ count: progress, total: goal })}
          />
        ) : null}
      </div>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={name}>
        <Stack gap={2} className={styles.told}>
          <Coin id={id} isLocked={isLocked} share={share} />
          <p className={styles.line}>{state}</p>
          <p className={styles.how}>{earning}</p>
        </Stack>
      </Dialog>
    </Stack>
  );
}
