import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Board } from '#shared/boards';
import type { AgreementId } from '#shared/ids';
import type { Terms } from '#shared/play';
import { type AgreementKind, isPlayMode, type SeasonLength, type TieRule } from '#shared/season-rules';
import { newId } from '#client/api/new-id.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Bubble } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages } from './contest-messages.fr.ts';
import { modeMessages } from './mode-messages.fr.ts';
import { usePropose } from './play-commands.ts';
import type { TakenKinds } from './play-facts.ts';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';
import { KindStep, LengthStep, PointsStep, RestStep, TiesChoice, usualGoal } from './propose-steps.tsx';
import { StakeStep } from './stake-step.tsx';

interface ProposeDialogProps {
  board: Pick<Board, 'id' | 'theme'>;
  isDuel: boolean;
  /** What cannot be proposed at the moment, and why. */
  taken: TakenKinds;
  /** The terms to propose once more. */
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
export function ProposeDialog({ board, isDuel, taken, terms, today, eve, open, onClose, onClosed }: ProposeDialogProps) {
  const { show } = useToasts();
  const [draft, setDraft] = useState<Draft>(() => draftOf(terms));
  const [trail, setTrail] = useState<readonly Step[]>(terms ? ['kind', 'preview'] : ['kind']);
  const step = trail.at(-1) ?? 'kind';
  // 'Mauvaise foi !' leaves the first question for the last.
  const steps = stepsOf(draft.kind === 'contests' || isPlayMode(draft.kind) ? 'season' : draft.kind);
  const proposal = usePropose(board.id);
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
      titleHidden
      size="wide"
      footer={
        step === 'preview' ? (
          <div className={styles.foot} data-board-theme={board.theme}>
            <Button kind="primary" wide pending={proposal.isPending} onClick={send}>
              {texts.send}
            </Button>
          </div>
        ) : null
      }
    >
      <Stack data-board-theme={board.theme}>
        <Row gap={2} wraps={false} className={styles.head}>
          {trail.length === 1 ? null : <IconButton label={texts.back} icon={<ChevronLeft aria-hidden="true" />} onClick={goBack} />}
          <Stack gap={2}>
            {step === 'preview' ? null : <Count at={steps.indexOf(step)} of={steps.length - 1} />}
            <h3 ref={heading} tabIndex={-1} className={styles.question}>
              {questions[step]}
            </h3>
          </Stack>
        </Row>
        {step === 'kind' ? <KindStep taken={taken} onChoose={(kind) => choose({ kind })} /> : null}
        {step === 'length' ? <LengthStep eve={eve} onChoose={(length) => choose({ length })} /> : null}
        {step === 'rest' ? <RestStep today={today} onChoose={(length) => choose({ length })} /> : null}
        {step === 'points' ? <PointsStep points={draft.points} onChoose={(points) => choose({ points })} /> : null}
        {step === 'stake' ? (
          <StakeStep isDuel={isDuel} isOptional={draft.kind === 'goal'} stake={draft.stake} onChoose={(stake) => choose({ stake })} />
        ) : null}
        {step === 'preview' ? (
          <>
            <Bubble className={styles.preview}>
              {inWords(draft).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Bubble>
            {draft.kind === 'season' ? <TiesChoice ties={draft.ties} onChoose={(ties) => setDraft({ ...draft, ties })} /> : null}
            <p className="hint">
              {draft.kind === 'contests' ? texts.consentToContests : isPlayMode(draft.kind) ? texts.consentToMode : texts.consent}
            </p>
            {proposal.isError ? <ErrorBanner onRetry={refusal === null ? send : undefined}>{refusal ?? texts.failed}</ErrorBanner> : null}
          </>
        ) : null}
      </Stack>
    </Dialog>
  );
}

/** How far one is: as dots, and in words for who listens. How many questions there are the first one decides. */
function Count({ at, of }: { at: number; of: number }) {
  return (
    <Row as="p" gap={1}>
      <span className="visually-hidden">{at === 0 ? texts.firstStep : texts.step({ step: at + 1, of })}</span>
      {Array.from({ length: of }, (_, index) => (
        <span key={index} aria-hidden="true" className={styles.dot} data-done={index <= at || undefined} />
      ))}
    </Row>
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
  if (isPlayMode(draft.kind)) return modeMessages[draft.kind];
  return texts.inWords({
    kind: draft.kind,
    length: draft.length,
    points: draft.points,
    ...(draft.stake === '' ? {} : { stake: draft.stake }),
    ...(draft.kind === 'season' ? { ties: draft.ties } : {}),
  });
}

function stepsOf(kind: AgreementKind): readonly Step[] {
  if (kind === 'contests' || isPlayMode(kind)) return ['kind', 'preview'];
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
  if (kind === 'contests' || isPlayMode(kind)) return { kind };
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
