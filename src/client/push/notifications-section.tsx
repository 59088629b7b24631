import { useQuery } from '@tanstack/react-query';
import { Bell, Eye, Smartphone } from 'lucide-react';
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import type { BoardId } from '#shared/ids';
import { type NotificationKind, notificationKinds, type Notifications, type NotifiedDevice } from '#shared/notifications';
import { Section } from '#client/accounts/section.tsx';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { useMe } from '#client/session/session-queries.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Loaded } from '#client/ui/loaded.tsx';
import { Select } from '#client/ui/select.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { type DeviceChange, NotSubscribed, obstacle, onPermission } from './device.ts';
import { InstallSteps } from './install-steps.tsx';
import styles from './notifications-section.module.css';
import { pushMessages as texts } from './push-messages.fr.ts';
import { notificationsQuery, useChangeKinds, useMute, useSubscribe, useUnsubscribe } from './push-queries.ts';

/** The part of the profile about notifications. Over plain http the profile says already that there are none (decision D46). */
export function NotificationsSection() {
  const query = useQuery({ ...notificationsQuery, enabled: isSecureContext });
  if (!isSecureContext) return null;
  return (
    <Section title={texts.title} icon={Bell}>
      <Loaded query={query} texts={texts} count={3}>
        {(now) => <Choices now={now} />}
      </Loaded>
    </Section>
  );
}

function Choices({ now }: { now: Notifications }) {
  const { publicKey, device } = now;
  if (publicKey === null) return <p className="hint">{texts.unavailable}</p>;
  return (
    <>
      <ThisDevice publicKey={publicKey} device={device} />
      <Kinds chosen={now.kinds} />
      <MutedBoards ids={now.mutedBoards} />
    </>
  );
}

interface ThisDeviceProps {
  publicKey: string;
  device: NotifiedDevice | null;
}

function ThisDevice({ publicKey, device }: ThisDeviceProps) {
  const { id: myId, preferences } = useMe();
  const found = useObstacle();
  const subscribe = useSubscribe(myId);
  const unsubscribe = useUnsubscribe();
  // Shown until the server has answered; after a failure what is stored shows again.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = device !== null && found === null;

  function turn(on: boolean): void {
    setWanted(on);
    // A later press may wait for this one.
    const done = { onSettled: () => setWanted((now) => (now === on ? null : now)) };
    // What an earlier press could not do is no news any more.
    for (const before of [subscribe, unsubscribe]) if (before.isError) before.reset();
    if (on) subscribe.mutate({ publicKey }, done);
    else unsubscribe.mutate(undefined, done);
  }
  const change = (chosen: DeviceChange) => subscribe.mutate({ publicKey, change: chosen });
  const retry = () => {
    const chosen = subscribe.variables?.change;
    if (unsubscribe.isError) turn(false);
    else if (chosen) change(chosen);
    else turn(true);
  };
  const { details, quietFrom, quietTo } = (subscribe.isPending && subscribe.variables.change) || {};

  if (found === 'install-first') return <InstallSteps />;
  if (found === 'unsupported') return <p className="hint">{texts.unsupported}</p>;
  return (
    <Stack gap={2}>
      <Switch
        label={texts.device.label}
        description={texts.device.text}
        icon={<Smartphone aria-hidden="true" />}
        checked={wanted ?? isOn}
        disabled={found === 'refused'}
        onSwitch={turn}
      />
      {preferences.essentialCookies || found === 'refused' ? null : <p className="hint">{texts.device.fleeting}</p>}
      {found === 'refused' ? (
        <Banner kind="warning" title={texts.refused.title} announced>
          {texts.refused.text}
        </Banner>
      ) : subscribe.isError || unsubscribe.isError ? (
        <ErrorBanner onRetry={retry}>{subscribe.isError ? notSubscribedSentence(subscribe.error) : texts.saveFailed}</ErrorBanner>
      ) : null}
      {device && isOn ? (
        <>
          <Switch
            label={texts.details.label}
            description={texts.details.text}
            icon={<Eye aria-hidden="true" />}
            checked={details ?? device.details}
            onSwitch={(areShown) => change({ details: areShown })}
          />
          <QuietHours from={quietFrom ?? device.quietFrom} to={quietTo ?? device.quietTo} onChange={change} />
        </>
      ) : null}
    </Stack>
  );
}

/** What the browser left undone has a sentence of its own; of what the server refuses for good it says why itself. */
function notSubscribedSentence(error: unknown): string {
  return error instanceof NotSubscribed ? texts.notSubscribed[error.why] : (finalRefusal(error) ?? texts.saveFailed);
}

function useObstacle() {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => onPermission(look), []);
  return obstacle();
}

interface QuietHoursProps {
  from: number;
  to: number;
  onChange: (change: DeviceChange) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function QuietHours({ from, to, onChange }: QuietHoursProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className={styles.legend}>{texts.quiet.title}</legend>
      <Row className={styles.hours}>
        <Hour label={texts.quiet.from} value={from} onChange={(hour) => onChange({ quietFrom: hour })} />
        <Hour label={texts.quiet.to} value={to} onChange={(hour) => onChange({ quietTo: hour })} />
      </Row>
      <p id={`${id}-hint`} className="hint">
        {from === to ? texts.quiet.none : texts.quiet.text}
      </p>
    </fieldset>
  );
}

function Hour({ label, value, onChange }: { label: string; value: number; onChange: (hour: number) => void }) {
  const id = useId();
  return (
    <Stack gap={1}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <Select id={id} className={styles.select} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {texts.quiet.hour({ count: hour })}
          </option>
        ))}
      </Select>
    </Stack>
  );
}

function Kinds({ chosen }: { chosen: Notifications['kinds'] }) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h3 id={id} className={styles.legend}>
        {texts.kindsTitle}
      </h3>
      <p className="hint">{texts.kindsText}</p>
      <div>
        {notificationKinds.map((kind) => (
          <Kind key={kind} kind={kind} isOn={chosen[kind]} />
        ))}
      </div>
    </Stack>
  );
}

function Kind({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) {
  const change = useChangeKinds();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const save = (value: boolean) => {
    setWanted(value);
    change.mutate({ [kind]: value }, { onSettled: () => setWanted(null) });
  };
  const { label, text } = { text: undefined, ...texts.kinds[kind] };
  return (
    <div>
      <Switch label={label} description={text} checked={wanted ?? isOn} onSwitch={save} />
      {change.isError ? <ErrorBanner onRetry={() => save(!isOn)}>{texts.saveFailed}</ErrorBanner> : null}
    </div>
  );
}

function MutedBoards({ ids }: { ids: readonly BoardId[] }) {
  const id = useId();
  const part = useRef<HTMLElement>(null);
  const { data: boards = [] } = useQuery(boardsQuery);
  const muted = boards.filter((board) => ids.includes(board.id));
  useFocusAfterRemoval(muted.length, part);
  return (
    <section ref={part} tabIndex={-1} aria-labelledby={muted.length > 0 ? id : undefined}>
      {muted.length > 0 ? (
        <>
          <h3 id={id} className={styles.legend}>
            {texts.muted.title}
          </h3>
          <ul>
            {muted.map((board) => (
              <MutedBoard key={board.id} id={board.id} title={board.title} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function MutedBoard({ id, title }: { id: BoardId; title: string }) {
  const mute = useMute(id);
  return (
    <Row as="li" justify="apart">
      <b>{title}</b>
      <Button aria-label={texts.muted.restoreNamed({ board: title })} pending={mute.isPending} onClick={() => mute.mutate(false)}>
        {texts.muted.restore}
      </Button>
      {mute.isError ? <ErrorBanner>{texts.saveFailed}</ErrorBanner> : null}
    </Row>
  );
}
