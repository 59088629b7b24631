import { useQuery } from '@tanstack/react-query';
import { Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { useId } from 'react';
import type { Session } from '#shared/accounts';
import { Refused } from '#client/api/api.ts';
import { Button } from '#client/ui/button.tsx';
import { fullDate, machineDate } from '#client/ui/format.fr.ts';
import { Loaded } from '#client/ui/loaded.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import styles from './device-list.module.css';
import screen from './edit-profile-screen.module.css';
import { List, ListRow } from './list.tsx';
import { useDisconnectDevice, useDisconnectOthers } from './profile-commands.ts';
import { devicesMessages as texts } from './profile-messages.fr.ts';
import { Section } from './section.tsx';
import { devicesQuery } from '#client/session/session-queries.ts';

/** The browsers in which the person is signed in; each of the others can be signed out. */
export function DeviceList() {
  const devices = useQuery(devicesQuery);
  return (
    <Section title={texts.title} icon={MonitorSmartphone} count={devices.data?.length}>
      <Loaded query={devices} texts={texts} count={2}>
        {(list) => <Devices devices={list} />}
      </Loaded>
    </Section>
  );
}

function Devices({ devices }: { devices: Session[] }) {
  const { show } = useToasts();
  const disconnectOthers = useDisconnectOthers();
  const inOrder = [...devices].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.createdAt - one.createdAt);
  const hasOthers = devices.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <List of={inOrder}>{(device) => <Device device={device} />}</List>
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
    <ListRow
      picture={<Icon />}
      name={name}
      badge={isCurrent ? texts.current : null}
      linesId={datesId}
      lines={
        <>
          <time dateTime={machineDate(createdAt)}>{texts.since({ time: createdAt })}</time>
          <time dateTime={machineDate(lastActiveAt)} title={fullDate(lastActiveAt)}>
            {texts.seen({ time: lastActiveAt })}
          </time>
        </>
      }
    >
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
    </ListRow>
  );
}
