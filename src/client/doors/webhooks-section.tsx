import { useQuery } from '@tanstack/react-query';
import { ChevronDown, KeyRound, Webhook as WebhookPicture } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { canManageWebhooks } from '#shared/board-policy';
import type { BoardId } from '#shared/ids';
import { isFailure, type Webhook, type WebhookDelivery, webhookLimits } from '#shared/webhooks';
import list from '#client/accounts/device-list.module.css';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { List, ListRow } from '#client/accounts/list.tsx';
import { Section } from '#client/accounts/section.tsx';
import { Refused } from '#client/api/api.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { fullDate, machineDate } from '#client/ui/format.fr.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Loaded } from '#client/ui/loaded.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookMessages as texts } from './webhook-messages.fr.ts';
import {
  deliveriesQuery,
  useChangeSecret,
  useRemoveWebhook,
  useSendAgain,
  useSwitchWebhook,
  useTestWebhook,
  webhooksQuery,
} from './webhook-queries.ts';

/** The webhooks of the boards that the person administers. */
export function WebhooksSection() {
  const me = useMe();
  const section = useRef<HTMLElement>(null);
  const all = useQuery(boardsQuery);
  const [chosen, setChosen] = useState<string>();
  const boards = (all.data ?? []).filter((board) => canManageWebhooks(me, board));
  const board = boards.find(({ id }) => id === chosen) ?? boards[0];
  return (
    <Section ref={section} title={texts.title} icon={WebhookPicture}>
      <p>{texts.lead}</p>
      <Loaded query={all} texts={texts}>
        {() =>
          board ? (
            <>
              <SelectField label={texts.board} value={board.id} onChoose={setChosen}>
                {boards.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </SelectField>
              <OfBoard key={board.id} boardId={board.id} section={section} />
            </>
          ) : (
            <p className="hint">{texts.none}</p>
          )
        }
      </Loaded>
    </Section>
  );
}

interface OfBoardProps {
  boardId: BoardId;
  /** Takes the focus of a webhook that is gone. */
  section: RefObject<HTMLElement | null>;
}

function OfBoard({ boardId, section }: OfBoardProps) {
  const query = useQuery(webhooksQuery(boardId));
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { show } = useToasts();
  useFocusAfterRemoval(query.data?.webhooks.length ?? 0, section);
  return (
    <Loaded query={query} texts={texts}>
      {({ webhooks }) => (
        <Stack gap={4}>
          {webhooks.length === 0 && !isMaking ? <p className="hint">{texts.empty}</p> : null}
          {webhooks.map((webhook) => (
            <OneWebhook key={webhook.id} {...{ boardId, webhook }} onSecret={setSecret} />
          ))}
          {secret === null ? null : (
            <Secret
              secret={secret}
              onDone={() => {
                setSecret(null);
                section.current?.focus();
              }}
            />
          )}
          {isMaking ? (
            <WebhookForm
              boardId={boardId}
              onCancel={() => {
                setMaking(false);
                section.current?.focus();
              }}
              onMade={(made) => {
                setMaking(false);
                setSecret(made);
                if (made === null) section.current?.focus();
                show({ kind: 'success', message: texts.made });
              }}
            />
          ) : webhooks.length < webhookLimits.perBoard && secret === null ? (
            <div className={screen.buttons}>
              <Button onClick={() => setMaking(true)}>{texts.make}</Button>
            </div>
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}

/** Once, and never again. */
function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <section aria-label={texts.secret.label} tabIndex={-1} ref={focusNew}>
      <Stack gap={3}>
        <ShareAddress
          key={secret}
          url={secret}
          label={texts.secret.label}
          hint={texts.secret.hint}
          start={<KeyRound aria-hidden="true" />}
          texts={texts.secret}
        />
        <div className={screen.buttons}>
          <Button onClick={onDone}>{texts.secret.done}</Button>
        </div>
      </Stack>
    </section>
  );
}

/** What was pressed is gone. One function for all drawings: a new one would take the focus with each. */
function focusNew(part: HTMLElement | null): void {
  part?.focus();
}

interface OneWebhookProps {
  boardId: BoardId;
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

function OneWebhook({ boardId, webhook, onSecret }: OneWebhookProps) {
  const { id, host, isSigned, off } = webhook;
  const { show } = useToasts();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const test = useTestWebhook(boardId, id);
  const turn = useSwitchWebhook(boardId, id);
  const secret = useChangeSecret(boardId, id);
  const remove = useRemoveWebhook(boardId, id);
  const name = host || texts.unreadable;
  const onError = (error: Error) => show({ kind: 'error', message: error instanceof Refused ? error.sentence : texts.failed });
  return (
    <details className={screen.folded} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={list.name}>
          {name}
          <span className="badge">{isSigned ? texts.signed : texts.shaped}</span>
          {off === null ? null : <span className="badge">{texts.off[off]}</span>}
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      {isOpen ? (
        <Stack gap={4}>
          <Row gap={2}>
            {off === null ? (
              <Button
                pending={test.isPending}
                onClick={() => test.mutate(undefined, { onSuccess: () => show({ message: texts.tested }), onError })}
              >
                {texts.test}
              </Button>
            ) : null}
            {isSigned ? (
              <Button
                pending={secret.isPending}
                onClick={() => secret.mutate(undefined, { onSuccess: (made) => onSecret(made.secret), onError })}
              >
                {texts.changeSecret}
              </Button>
            ) : null}
            <Button pending={turn.isPending} onClick={() => turn.mutate(off !== null, { onError })}>
              {off === null ? texts.switchOff : texts.switchOn}
            </Button>
            <Button kind="ghost" onClick={() => setAsked(true)}>
              {texts.remove}
            </Button>
          </Row>
          <Log boardId={boardId} webhookId={id} isOn={off === null} />
        </Stack>
      ) : null}
      <ConfirmDialog
        open={isAsked}
        danger
        title={texts.removal.title({ name })}
        text={texts.removal.text}
        confirmLabel={texts.remove}
        pending={remove.isPending}
        error={remove.isError ? texts.failed : null}
        onCancel={() => setAsked(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setAsked(false);
              show({ kind: 'success', message: texts.removed });
            },
          })
        }
      />
    </details>
  );
}

interface LogProps {
  boardId: BoardId;
  webhookId: Webhook['id'];
  isOn: boolean;
}

function Log({ boardId, webhookId, isOn }: LogProps) {
  const id = useId();
  const deliveries = useQuery(deliveriesQuery({ boardId, webhookId }));
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{texts.log}</h3>
      <Loaded query={deliveries} texts={texts} count={2}>
        {(sent) =>
          sent.length === 0 ? (
            <p className="hint">{texts.logEmpty}</p>
          ) : (
            <List of={sent}>{(delivery) => <Delivery {...{ boardId, webhookId, delivery, isOn }} />}</List>
          )
        }
      </Loaded>
    </section>
  );
}

function Delivery({ boardId, webhookId, delivery, isOn }: LogProps & { delivery: WebhookDelivery }) {
  const { id, type, state, createdAt, tries } = delivery;
  const { show } = useToasts();
  const again = useSendAgain(boardId, webhookId);
  const [what, date] = [texts.types[type], fullDate(createdAt)];
  const said = [
    texts.states[state === 'failed' ? 'given_up' : state],
    answerOf(delivery),
    tries > 0 ? texts.tries({ count: tries }) : null,
  ];
  return (
    <ListRow
      name={what}
      lines={
        <>
          <time dateTime={machineDate(createdAt)}>{date}</time>
          <span>{said.filter((part) => part !== null).join(' · ')}</span>
        </>
      }
    >
      {isOn ? (
        <Button
          aria-label={texts.sendAgainNamed({ what, date })}
          pending={again.isPending}
          onClick={() =>
            again.mutate(id, {
              onError: (error) => show({ kind: 'error', message: error instanceof Refused ? error.sentence : texts.failed }),
            })
          }
        >
          {texts.sendAgain}
        </Button>
      ) : null}
    </ListRow>
  );
}

/** A status says more to who reads such a log than words would. */
function answerOf({ answer }: WebhookDelivery): string | null {
  if (answer === null) return null;
  return /^3\d\d$/.test(answer) ? texts.redirected({ status: answer }) : isFailure(answer) ? texts.answers[answer] : answer;
}
