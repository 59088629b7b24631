import { Check } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import styles from './agreement.module.css';
import bubble from './bubble.module.css';
import { contestMessages } from './contest-messages.fr.ts';
import { answerAgreement, useWithdraw } from './play-commands.ts';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import { Unbroken } from '#client/ui/unbroken.tsx';

interface AgreementProps {
  agreement: Agreement;
  boardId: BoardId;
  members: readonly Member[];
  myId: UserId;
}

/** A proposal that waits for everybody, as a card. */
export function AgreementCard(props: AgreementProps) {
  const { agreement, myId } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isMine = agreement.proposedBy.userId === myId;
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.inside}>
        <h2 ref={heading} id={id} tabIndex={-1} data-agreement="" className={styles.title}>
          {isMine ? texts.youPropose(agreement.terms) : texts.proposes({ name: nameOf(agreement.proposedBy), kind: agreement.terms.kind })}
        </h2>
        <AgreementTerms {...props} />
        {/* With the buttons their focus would go. */}
        <AgreementAnswers {...props} onAnswered={() => passFocusOn([heading.current])} />
      </div>
    </section>
  );
}

/** What is proposed, who has agreed, and until when the others can. */
export function AgreementTerms({ agreement: { terms, agreed, lapsesAt }, members, myId }: Omit<AgreementProps, 'boardId'>) {
  const others = members.filter(({ userId }) => !agreed.includes(userId));
  const isMyTurn = others.some(({ userId }) => userId === myId);
  const names = others.filter(({ userId }) => userId !== myId).map(({ username }) => username);
  return (
    <div className={styles.terms}>
      {terms.kind === 'contests' ? (
        contestMessages.rules.map((rule) => <p key={rule}>{rule}</p>)
      ) : (
        <p className={styles.facts}>
          {terms.kind === 'goal'
            ? texts.together({ points: terms.points, length: texts.length(terms.length) })
            : texts.length(terms.kind === 'pause' ? terms : terms.length)}
        </p>
      )}
      {terms.kind === 'pause' ? <p>{texts.pauseText}</p> : null}
      {'stake' in terms && terms.stake !== undefined ? (
        <p className={classNames(bubble.bubble, styles.stake)}>
          <span className={styles.label}>{texts.stake} </span>
          <span>
            <Unbroken>{texts.stakeOf({ stake: terms.stake })}</Unbroken>
          </span>
        </p>
      ) : null}
      {terms.kind === 'season' ? (
        <p className={styles.hint}>
          {texts.firstWins} {texts.ties(terms.ties)}
        </p>
      ) : null}
      <div className={styles.who}>
        <span className={styles.faces} role="img" aria-label={`${texts.agreed} : ${namesOf(members, agreed).join(', ')}`}>
          {members
            .toSorted((one, other) => Number(agreed.includes(other.userId)) - Number(agreed.includes(one.userId)))
            .map(({ userId, avatar }) => (
              <span key={userId} aria-hidden="true" className={styles.face} data-agreed={agreed.includes(userId) || undefined}>
                <Avatar emoji={avatar} size="sm" />
                {agreed.includes(userId) ? <Check className={styles.yes} /> : null}
              </span>
            ))}
        </span>
        <p>{texts.waitingFor({ names, isMyTurn, kind: terms.kind })}</p>
      </div>
      <p className={styles.hint}>
        {texts.begins({ kind: terms.kind, isDuel: members.length === 2 })} {texts.lapses({ at: lapsesAt })}{' '}
        {isMyTurn && members.length > 2 ? <span>{texts.noNames}</span> : null}
      </p>
    </div>
  );
}

/** 'J'en suis' and 'Pas cette fois' for who has not agreed; 'Retirer' for who proposes. */
export function AgreementAnswers({ agreement, boardId, members, myId, onAnswered }: AgreementProps & { onAnswered: () => void }) {
  const { show } = useToasts();
  const withdrawal = useWithdraw(boardId);

  function answer(yes: boolean) {
    answerAgreement(boardId, agreement, yes);
    show({ kind: yes ? 'success' : 'info', message: yes ? texts.saidYes : texts.saidNo({ isDuel: members.length === 2 }) });
    onAnswered();
  }

  // The card is gone by then: what `mutate` was given would not be called any more.
  async function withdraw() {
    try {
      const sent = withdrawal.send(agreement.id);
      if (sent === null) return;
      await sent;
      show({ kind: 'success', message: texts.withdrawn });
      passFocusOn([]);
    } catch (error) {
      show({ kind: 'error', message: finalRefusal(error) ?? texts.withdrawFailed });
    }
  }

  if (agreement.proposedBy.userId === myId)
    return (
      <div className={styles.answers}>
        <Button pending={withdrawal.isPending} onClick={() => void withdraw()}>
          {texts.withdraw}
        </Button>
      </div>
    );
  if (agreement.agreed.includes(myId)) return null;
  return (
    <div className={styles.answers}>
      <Button onClick={() => answer(false)}>{texts.no}</Button>
      <Button kind="primary" onClick={() => answer(true)}>
        {texts.yes}
      </Button>
    </div>
  );
}

function namesOf(members: readonly Member[], ids: readonly UserId[]): string[] {
  return members.filter(({ userId }) => ids.includes(userId)).map(({ username }) => username);
}
