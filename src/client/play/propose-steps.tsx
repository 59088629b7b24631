import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { daysAfter } from '#shared/calendar';
import { isGame } from '#shared/games';
import { longestPause } from '#shared/pause-terms';
import { refusals } from '#shared/refusals';
import {
  type AgreementKind,
  agreementKinds,
  daysOfSeason,
  playLimits,
  type SeasonLength,
  type TieRule,
  tieRules,
} from '#shared/season-rules';
import { Button } from '#client/ui/button.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { typographic } from '#client/ui/typography.ts';
import { LastDayForm } from './last-day-form.tsx';
import type { TakenKinds } from './play-facts.ts';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';
import { StepForm } from './step-form.tsx';

const emojis: { readonly [K in AgreementKind]: string } = {
  season: '🏁',
  goal: '🎯',
  pause: '🏖️',
  contests: '🤨',
  together: '🫶',
  scores: '🏆',
};

/** What can be played for, and below it what is agreed to in the same way. */
export function KindStep({ taken, onChoose }: { taken: TakenKinds; onChoose: (kind: AgreementKind) => void }) {
  const id = useId();
  const optionOf = (kind: AgreementKind) => {
    const code = taken.get(kind);
    // What the board is already, and what it cannot be.
    if (code === 'played_so_already' || code === 'no_season_together') return null;
    return (
      <Option
        key={kind}
        emoji={emojis[kind]}
        more={code === undefined ? texts.kinds[kind].text : typographic(refusals[code][1])}
        isTaken={code !== undefined}
        onChoose={() => onChoose(kind)}
      >
        {texts.kinds[kind].title}
      </Option>
    );
  };
  return (
    <>
      <Tiles gap={2} className={styles.options}>
        {agreementKinds.filter(isGame).map(optionOf)}
      </Tiles>
      <Stack gap={2} role="group" aria-labelledby={id}>
        <p id={id} className={styles.also}>
          {texts.also}
        </p>
        <Tiles gap={2} className={styles.options}>
          {agreementKinds.filter((kind) => !isGame(kind)).map(optionOf)}
        </Tiles>
      </Stack>
    </>
  );
}

export function LengthStep({ eve, onChoose }: { eve: string; onChoose: (length: SeasonLength) => void }) {
  const [isUntil, setUntil] = useState(false);
  return (
    <>
      <Tiles gap={2} className={styles.options}>
        {(['week', 'month'] as const).map((length) => (
          <Option
            key={length}
            emoji={lengthEmojis[length]}
            more={texts.untilDay(daysOfSeason(length, eve))}
            onChoose={() => onChoose(length)}
          >
            {texts.lengths[length]}
          </Option>
        ))}
        {isUntil ? null : <OtherDay onChoose={() => setUntil(true)} />}
      </Tiles>
      {isUntil ? (
        <LastDayForm
          from={daysAfter(eve, 1)}
          to={daysAfter(eve, playLimits.longestSeason)}
          invalid={texts.lastDayInvalid}
          onChoose={(lastDay) => onChoose({ lastDay })}
        />
      ) : null}
    </>
  );
}

const lengthEmojis = { week: '⚡', month: '🌙' };

/** From tomorrow on. */
export function RestStep({ today, onChoose }: { today: string; onChoose: (length: SeasonLength) => void }) {
  const [isUntil, setUntil] = useState(false);
  return (
    <>
      <Tiles gap={2} className={styles.options}>
        {texts.rests.map((words, index) => {
          const lastDay = daysAfter(today, 7 * (index + 1));
          return (
            <Option key={words} emoji={restEmojis[index] ?? ''} more={texts.untilDay({ lastDay })} onChoose={() => onChoose({ lastDay })}>
              {words}
            </Option>
          );
        })}
        {isUntil ? null : <OtherDay onChoose={() => setUntil(true)} />}
      </Tiles>
      {isUntil ? (
        <LastDayForm
          from={daysAfter(today, 1)}
          to={daysAfter(today, longestPause)}
          invalid={texts.restInvalid}
          onChoose={(lastDay) => onChoose({ lastDay })}
        />
      ) : null}
    </>
  );
}

const restEmojis = ['⛱️', '🏖️', '🏝️'];

function OtherDay({ onChoose }: { onChoose: () => void }) {
  return (
    <Option emoji="📅" more={texts.lengths.untilMore} onChoose={onChoose}>
      {texts.lengths.until}
    </Option>
  );
}

interface OptionProps {
  emoji: string;
  children: string;
  /** A line below, which describes it. */
  more: string;
  isTaken?: boolean | undefined;
  onChoose: () => void;
}

function Option({ emoji, children, more, isTaken = false, onChoose }: OptionProps) {
  const id = useId();
  return (
    <button
      type="button"
      className={styles.option}
      disabled={isTaken}
      aria-labelledby={id}
      aria-describedby={`${id}-more`}
      onClick={onChoose}
    >
      <span aria-hidden="true" className={styles.emoji}>
        {emoji}
      </span>
      <span className={styles.words}>
        <span id={id} className={styles.name}>
          {children}
        </span>
        <span id={`${id}-more`} className={styles.more}>
          {more}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className={styles.arrow} />
    </button>
  );
}

export const usualGoal = 500;
const usualGoals = [100, 250, 500, 1000];
const numbers = new Intl.NumberFormat('fr-FR');

export function PointsStep({ points, onChoose }: { points: number; onChoose: (points: number) => void }) {
  const [typed, setTyped] = useState(String(points));
  const [isInvalid, setInvalid] = useState(false);
  return (
    <StepForm
      onSubmit={() => {
        const digits = typed.replaceAll(/\s/g, '');
        const count = Number(digits);
        if (/^\d+$/.test(digits) && count >= 1 && count <= playLimits.goalMax) onChoose(count);
        else setInvalid(true);
      }}
    >
      <Tiles gap={2} className={styles.few}>
        {usualGoals.map((goal) => (
          <Button key={goal} onClick={() => onChoose(goal)}>
            {numbers.format(goal)}
          </Button>
        ))}
      </Tiles>
      <TextField
        label={texts.points}
        error={isInvalid ? texts.pointsInvalid : null}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setInvalid(false);
        }}
      />
    </StepForm>
  );
}

export function TiesChoice({ ties, onChoose }: { ties: TieRule; onChoose: (ties: TieRule) => void }) {
  const group = useId();
  return (
    <fieldset>
      <legend className="label">{texts.ifTied}</legend>
      <Tiles gap={2}>
        {tieRules.map((rule) => (
          <label key={rule} className={styles.tie}>
            <input type="radio" name={group} value={rule} checked={rule === ties} onChange={() => onChoose(rule)} />
            <span>{texts.ties[rule]}</span>
          </label>
        ))}
      </Tiles>
    </fieldset>
  );
}
