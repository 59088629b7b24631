import { Check } from 'lucide-react';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import type { Agreement } from '#shared/play';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { contestMessages } from './contest-messages.fr.ts';
import { modeMessages } from './mode-messages.fr.ts';
import { PlayCard } from './play-card.tsx';
import { answerAgreement, useWithdraw } from './play-commands.ts';
import { nameOf } from './play-facts.ts';
import { playMessages as texts } from './play-messages.fr.ts';
import styles from './play.module.css';
import { Stake } from './stake.tsx';

interface AgreementProps {
  agreement: Agreement;
  boardId: BoardId;
  members: readonly Member[];
  myId: UserId;
}

/** A proposal that waits for everybody, as a card. */
export function AgreementCard(props: AgreementProps) {
  const { agreement, myId } = props;
  const { terms, proposedBy } = agreement;
  const title = proposedBy.userId === myId ? texts.youPropose(terms) : texts.proposes({ name: nameOf(proposedBy), kind: terms.kind });
  return (
    <PlayCard title={title} tone="warm" isProposal>
      <AgreementTerms {...props} />
      {proposedBy.userId === myId ? <Withdrawal {...props} /> : null}
    </PlayCard>
  );
}

/** What is proposed, who has agreed, and until when the others can. */
export function AgreementTerms({ agreement: { terms, agreed, lapsesAt }, members, myId }: Omit<AgreementProps, 'boardId'>) {
  const others = members.filter(({ userId }) => !agreed.includes(userId));
  const isMyTurn = others.some(({ userId }) => userId === myId);
  const names = others.filter(({ userId }) => userId !== myId).map(({ username }) => username);
  const isDuel = members.length === 2;
  return (
    <Stack gap={3}>
      {terms.kind === 'contests' ? (
        contestMessages.rules.map((rule) => <p key={rule}>{rule}</p>)
      ) : 'length' in terms || terms.kind === 'pause' ? (
        <p className={styles.facts}>
          {terms.kind === 'goal'
            ? texts.together({ points: terms.points, length: texts.length(terms.length) })
            : texts.length(terms.kind === 'pause' ? terms : terms.length)}
        </p>
      ) : (
        modeMessages[terms.kind].map((rule) => <p key={rule}>{rule}</p>)
      )}
      {terms.kind === 'pause' ? <p>{texts.pauseText}</p> : null}
      {'stake' in terms && terms.stake !== undefined ? <Stake stake={terms.stake} /> : null}
      {terms.kind === 'season' ? (
        <p className={styles.hint}>
          {texts.firstWins} {texts.ties(terms.ties)}
        </p>
      ) : null}
      <Row gap={2}>
        <Faces members={members} agreed={agreed} />
        <p className={styles.facts}>{texts.waitingFor({ names, isMyTurn, kind: terms.kind })}</p>
      </Row>
      <p className={styles.hint}>
        {texts.begins({ kind: terms.kind, isDuel })} {texts.lapses({ at: lapsesAt })}{' '}
        {isMyTurn && !isDuel ? <span>{texts.noNames}</span> : null}
      </p>
    </Stack>
  );
}

/** Those who have agreed first, with a tick. */
function Faces({ members, agreed }: { members: readonly Member[]; agreed: Agreement['agreed'] }) {
  const hasAgreed = ({ userId }: Member) => agreed.includes(userId);
  return (
    <Row as="span" gap={1} role="img" aria-label={`${texts.agreed} : ${namesOf(members, agreed).join(', ')}`}>
      {members
        .toSorted((one, other) => Number(hasAgreed(other)) - Number(hasAgreed(one)))
        .map((member) => (
          <span key={member.userId} aria-hidden="true" className={styles.face} data-agreed={hasAgreed(member) || undefined}>
            <Avatar emoji={member.avatar} size="sm" />
            {hasAgreed(member) ? <Check className={styles.yes} /> : null}
          </span>
        ))}
    </Row>
  );
}

/** 'J'en suis' and 'Pas cette fois'. */
export function AgreementAnswers({ agreement, boardId, members }: Omit<AgreementProps, 'myId'>) {
  const { show } = useToasts();

  function answer(yes: boolean) {
    answerAgreement(boardId, agreement, yes);
    show({ kind: yes ? 'success' : 'info', message: yes ? texts.saidYes : texts.saidNo({ isDuel: members.length === 2 }) });
  }

  return (
    <div className={styles.answers}>
      <Button onClick={() => answer(false)}>{texts.no}</Button>
      <Button kind="primary" onClick={() => answer(true)}>
        {texts.yes}
      </Button>
    </div>
  );
}

/** 'Retirer', for the member who proposes. */
function Withdrawal({ agreement, boardId }: Pick<AgreementProps, 'agreement' | 'boardId'>) {
  const { show } = useToasts();
  const withdrawal = useWithdraw(boardId);

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

  return (
    <div className={styles.answers}>
      <Button pending={withdrawal.isPending} onClick={() => void withdraw()}>
        {texts.withdraw}
      </Button>
    </div>
  );
}

function namesOf(members: readonly Member[], ids: readonly UserId[]): string[] {
  return members.filter(({ userId }) => ids.includes(userId)).map(({ username }) => username);
}
