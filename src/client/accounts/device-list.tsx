import { useQuery } from '@tanstack/react-query';
import { Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Session } from '#shared/accounts';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { fullDate, machineDate } from '#client/ui/format.fr.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import styles from './device-list.module.css';
import screen from './edit-profile-screen.module.css';
import { useDisconnectDevice, useDisconnectOthers } from './profile-commands.ts';
import { devicesMessages as texts } from './profile-messages.fr.ts';
import { devicesQuery } from '#client/session/session-queries.ts';

/** The browsers in which the person is signed in; each of the others can be signed out. */
export function DeviceList() {
  const id = useId();
  const devices = useQuery(devicesQuery);
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(devices.data?.length ?? 0, section);

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={screen.card}>
      <h2 id={id}>
        <MonitorSmartphone aria-hidden="true" />
        {texts.title}
      </h2>
      {devices.data ? (
        <Devices devices={devices.data} />
      ) : devices.isError ? (
        <ErrorBanner onRetry={devices.refetch} isRetrying={devices.isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} count={2} />
      )}
    </section>
  );
}

function Devices({ devices }: { devices: Session[] }) {
  const { show } = useToasts();
  const disconnectOthers = useDisconnectOthers();
  const inOrder = [...devices].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.createdAt - one.createdAt);
  const hasOthers = devices.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className={styles.devices}>
        {inOrder.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      {hasOthers ? (
        <div className={screen.buttons}>
          <Button
            pending={disconnectOthers.isPending}
            onClick={() =>
              disconnectOthers.mutate(undefined, {
                onSuccess: () => show({ kind: 'success', message: texts.othersDisconnected }),
                onError: () => show({ kind: 'error', message: texts.othersFailed }),
              })
            }
          >
            {texts.disconnectOthers}
          </Button>
        </div>
      ) : (
        <p className={styles.alone}>{texts.alone}</p>
      )}
    </>
  );
}

function Device({ device: { id, device, createdAt, lastActiveAt, isCurrent } }: { device: Session }) {
  const { show } = useToasts();
  const disconnect = useDisconnectDevice();
  const datesId = useId();
  const name = device ?? texts.unknown;
  const Icon = /Android|iPhone|iPad|iOS/i.test(name) ? Smartphone : Monitor;

  function signOutThere() {
    disconnect.mutate(id, {
      onSuccess: () => show({ kind: 'success', message: texts.disconnected({ name }) }),
      onError: (error) => {
        const isGone = error instanceof Refused && error.code === 'session_not_found';
        show(isGone ? { message: error.sentence } : { kind: 'error', message: texts.failed({ name }) });
      },
    });
  }

  return (
    <li className={styles.device}>
      <span aria-hidden="true" className={styles.picture}>
        <Icon />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          {name}
          {isCurrent ? <span className="badge">{texts.current}</span> : null}
        </p>
        <p id={datesId} className={styles.dates}>
          <time dateTime={machineDate(createdAt)}>{texts.since({ time: createdAt })}</time>
          <time dateTime={machineDate(lastActiveAt)} title={fullDate(lastActiveAt)}>
            {texts.seen({ time: lastActiveAt })}
          </time>
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          aria-label={texts.disconnectNamed({ name })}
          aria-describedby={datesId}
          pending={disconnect.isPending}
          onClick={signOutThere}
        >
          {texts.disconnect}
        </Button>
      )}
    </li>
  );
}
