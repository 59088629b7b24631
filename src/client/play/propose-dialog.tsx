import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { AgreementId, BoardId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { type AgreementKind, agreementKinds, playLimits, type SeasonLength, type TieRule, tieRules } from '#shared/season-rules';
import { daysAfter } from '#shared/calendar';
import { longestPause } from '#shared/pause-rules';
import { visibleText } from '#shared/visible-text';
import { newId } from '#client/api/new-id.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages } from './contest-messages.fr.ts';
import { focusNew } from './focus-new.ts';
import { LastDayForm } from './last-day-form.tsx';
import { usePropose } from './play-commands.ts';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';

interface ProposeDialogProps {
  boardId: BoardId;
  isDuel: boolean;
  /** What can be proposed at the moment. */
  free: readonly AgreementKind[];
  /** To be proposed once more. */
  terms?: Terms | undefined;
  /** The day of the board. */
  today: string;
  /** The day before a season that is agreed to today. */
  eve: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

type Step = 'kind' | 'length' | 'rest' | 'points' | 'stake' | 'preview';

/** What is chosen so far. */
interface Draft {
  kind: AgreementKind;
  length: SeasonLength;
  points: number;
  /** Empty for none. */
  stake: string;
  ties: TieRule;
}

/** Proposes what to play for, a question at a time, and says all of it in words before it is sent. */
export function ProposeDialog({ boardId, isDuel, free, terms, today, eve, open, onClose, onClosed }: ProposeDialogProps) {
  const { show } = useToasts();
  const [draft, setDraft] = useState<Draft>(() => draftOf(terms));
  const [trail, setTrail] = useState<readonly Step[]>(terms ? ['kind', 'preview'] : ['kind']);
  const step = trail.at(-1) ?? 'kind';
  // 'Mauvaise foi !' leaves the first question for the last.
  const steps = stepsOf(draft.kind === 'contests' ? 'season' : draft.kind);
  const proposal = usePropose(boardId);
  const proposalId = useIdOf(draft);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useRef(step);
  // What was pressed is gone: the next question is read, and the keyboard goes on from there.
  useEffect(() => {
    if (left.current !== step) heading.current?.focus();
    left.current = step;
  }, [step]);

  function choose(change: Partial<Draft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    const order = stepsOf(next.kind);
    setTrail([...trail, order[order.indexOf(step) + 1] ?? 'preview']);
  }

  function goBack() {
    proposal.reset();
    setTrail(trail.slice(0, -1));
  }

  const send = () =>
    proposal.mutate(
      { id: proposalId, terms: termsOf(draft) },
      {
        onSuccess: () => {
          show({ kind: 'success', message: texts.sent });
          onClose();
        },
      },
    );

  const refusal = finalRefusal(proposal.error);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={texts.title}
      footer={
        trail.length === 1 ? null : (
          <>
            <Button onClick={goBack}>{texts.back}</Button>
            {step === 'preview' ? (
              <Button kind="primary" pending={proposal.isPending} onClick={send}>
                {texts.send}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className={styles.step}>
        {step === 'preview' ? null : <p className={styles.count}>{texts.step({ step: steps.indexOf(step) + 1, of: steps.length - 1 })}</p>}
        <h3 ref={heading} tabIndex={-1} className={styles.question}>
          {questions[step]}
        </h3>
      </div>
      {step === 'kind' ? <KindStep free={free} onChoose={(kind) => choose({ kind })} /> : null}
      {step === 'length' ? <LengthStep eve={eve} onChoose={(length) => choose({ length })} /> : null}
      {step === 'rest' ? <RestStep today={today} onChoose={(length) => choose({ length })} /> : null}
      {step === 'points' ? <PointsStep points={draft.points} onChoose={(points) => choose({ points })} /> : null}
      {step === 'stake' ? (
        <StakeStep isDuel={isDuel} isOptional={draft.kind === 'goal'} stake={draft.stake} onChoose={(stake) => choose({ stake })} />
      ) : null}
      {step === 'preview' ? (
        <>
          {draft.kind === 'season' ? <TiesChoice ties={draft.ties} onChoose={(ties) => setDraft({ ...draft, ties })} /> : null}
          <div className={styles.preview}>
            {inWords(draft).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <p className="hint">{draft.kind === 'contests' ? texts.consentToContests : texts.consent}</p>
          {proposal.isError ? <ErrorBanner onRetry={refusal === null ? send : undefined}>{refusal ?? texts.failed}</ErrorBanner> : null}
        </>
      ) : null}
    </Dialog>
  );
}

const questions: { readonly [S in Step]: string } = {
  kind: texts.what,
  length: texts.howLong,
  rest: texts.howLong,
  points: texts.howMany,
  stake: texts.forWhat,
  preview: texts.preview,
};

function inWords(draft: Draft): readonly string[] {
  if (draft.kind === 'contests') return contestMessages.rules;
  return texts.inWords({
    kind: draft.kind,
    length: draft.length,
    points: draft.points,
    ...(draft.stake === '' ? {} : { stake: draft.stake }),
    ...(draft.kind === 'season' ? { ties: draft.ties } : {}),
  });
}

function stepsOf(kind: AgreementKind): readonly Step[] {
  if (kind === 'contests') return ['kind', 'preview'];
  if (kind === 'pause') return ['kind', 'rest', 'preview'];
  return kind === 'season' ? ['kind', 'length', 'stake', 'preview'] : ['kind', 'length', 'points', 'stake', 'preview'];
}

function draftOf(terms: Terms | undefined): Draft {
  const length = terms && 'length' in terms ? terms.length : 'week';
  return {
    kind: terms?.kind ?? 'season',
    length,
    stake: (terms && 'stake' in terms ? terms.stake : undefined) ?? '',
    points: terms?.kind === 'goal' ? terms.points : usualGoal,
    ties: terms?.kind === 'season' ? terms.ties : 'shared',
  };
}

function termsOf({ kind, length, points, stake, ties }: Draft): Terms {
  if (kind === 'contests') return { kind };
  if (kind === 'pause') return { kind, lastDay: typeof length === 'string' ? '' : length.lastDay };
  if (kind === 'season') return { kind, length, stake, ties };
  return { kind, length, points, ...(stake === '' ? {} : { stake }) };
}

/** The same id as long as the same is proposed: again, after a lost reply, it proposes nothing twice. */
function useIdOf(draft: Draft): AgreementId {
  const [known, setKnown] = useState(() => ({ of: draft, id: newId<AgreementId>() }));
  if (known.of === draft) return known.id;
  const next = { of: draft, id: newId<AgreementId>() };
  setKnown(next);
  return next.id;
}

const emojis: { readonly [K in AgreementKind]: string } = { season: '🏁', goal: '🎯', pause: '🏖️', contests: '🤨' };

function KindStep({ free, onChoose }: { free: readonly AgreementKind[]; onChoose: (kind: AgreementKind) => void }) {
  const id = useId();
  return (
    <div className={styles.options}>
      {agreementKinds.map((kind) => {
        const isFree = free.includes(kind);
        return (
          <button
            key={kind}
            type="button"
            className={styles.option}
            data-quiet={kind === 'pause' || kind === 'contests' || undefined}
            disabled={!isFree}
            aria-describedby={`${id}-${kind}`}
            onClick={() => onChoose(kind)}
          >
            <span aria-hidden="true" className={styles.emoji}>
              {emojis[kind]}
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{texts.kinds[kind].title}</span>
              <span id={`${id}-${kind}`} className={styles.more}>
                {isFree ? texts.kinds[kind].text : texts.taken}
              </span>
            </span>
            <ChevronRight aria-hidden="true" className={styles.arrow} />
          </button>
        );
      })}
    </div>
  );
}

function LengthStep({ eve, onChoose }: { eve: string; onChoose: (length: SeasonLength) => void }) {
  const [isUntil, setUntil] = useState(false);
  return (
    <>
      <div className={styles.options}>
        <Option onChoose={() => onChoose('week')}>{texts.lengths.week}</Option>
        <Option onChoose={() => onChoose('month')}>{texts.lengths.month}</Option>
        {isUntil ? null : <Option onChoose={() => setUntil(true)}>{texts.lengths.until}</Option>}
      </div>
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

/** From tomorrow on. */
function RestStep({ today, onChoose }: { today: string; onChoose: (length: SeasonLength) => void }) {
  const [isUntil, setUntil] = useState(false);
  return (
    <>
      <div className={styles.options}>
        {texts.rests.map((words, index) => (
          <Option key={words} onChoose={() => onChoose({ lastDay: daysAfter(today, 7 * (index + 1)) })}>
            {words}
          </Option>
        ))}
        {isUntil ? null : <Option onChoose={() => setUntil(true)}>{texts.lengths.until}</Option>}
      </div>
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

const usualGoal = 500;
const usualGoals = [100, 250, 500, 1000];
const numbers = new Intl.NumberFormat('fr-FR');

function PointsStep({ points, onChoose }: { points: number; onChoose: (points: number) => void }) {
  const [typed, setTyped] = useState(String(points));
  const [isInvalid, setInvalid] = useState(false);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const digits = typed.replaceAll(/\s/g, '');
        const count = Number(digits);
        if (/^\d+$/.test(digits) && count >= 1 && count <= playLimits.goalMax) onChoose(count);
        else setInvalid(true);
      }}
    >
      <div className={styles.few}>
        {usualGoals.map((goal) => (
          <Button key={goal} onClick={() => onChoose(goal)}>
            {numbers.format(goal)}
          </Button>
        ))}
      </div>
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
      <Button kind="primary" type="submit">
        {texts.next}
      </Button>
    </form>
  );
}

interface StakeStepProps {
  isDuel: boolean;
  isOptional: boolean;
  stake: string;
  onChoose: (stake: string) => void;
}

function StakeStep({ isDuel, isOptional, stake, onChoose }: StakeStepProps) {
  const ready = isDuel ? texts.stakes.duel : texts.stakes.group;
  const [typed, setTyped] = useState(ready.includes(stake) ? '' : stake);
  const [isOwn, setOwn] = useState(typed !== '');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <>
      <div className={styles.options}>
        {isOptional ? <Option onChoose={() => onChoose('')}>{texts.optional}</Option> : null}
        {isOwn ? null : <Option onChoose={() => setOwn(true)}>{texts.write}</Option>}
      </div>
      {isOwn ? (
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const own = visibleText(typed);
            if (own === '') setInvalid(true);
            else onChoose(own);
          }}
        >
          <TextField
            label={texts.own}
            hint={texts.ownHint}
            error={isInvalid ? texts.ownRequired : null}
            placeholder={texts.ownPlaceholder}
            maxLength={playLimits.stakeMax}
            required
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setInvalid(false);
            }}
            ref={focusNew}
          />
          <Button kind="primary" type="submit">
            {texts.next}
          </Button>
        </form>
      ) : null}
      <div className={styles.options}>
        {ready.map((one) => (
          <Option key={one} onChoose={() => onChoose(one)}>
            {one}
          </Option>
        ))}
      </div>
    </>
  );
}

function Option({ children, onChoose }: { children: string; onChoose: () => void }) {
  return (
    <button type="button" className={styles.option} onClick={onChoose}>
      <span className={styles.words}>{children}</span>
      <ChevronRight aria-hidden="true" className={styles.arrow} />
    </button>
  );
}

function TiesChoice({ ties, onChoose }: { ties: TieRule; onChoose: (ties: TieRule) => void }) {
  const group = useId();
  return (
    <fieldset>
      <legend className="label">{texts.ifTied}</legend>
      <div className={styles.ties}>
        {tieRules.map((rule) => (
          <label key={rule} className={styles.tie}>
            <input type="radio" name={group} value={rule} checked={rule === ties} onChange={() => onChoose(rule)} />
            <span>{texts.ties[rule]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
