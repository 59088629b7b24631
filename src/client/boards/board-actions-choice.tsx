import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, PenLine } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Action, NewAction } from '#shared/actions';
import { actionKey } from '#shared/offered-actions';
import { catalogueQuery } from '#client/actions/action-queries.ts';
import { ActionSearchBar } from '#client/actions/action-search-bar.tsx';
import { actionsMessages } from '#client/actions/actions-messages.fr.ts';
import { everyAction, foundActions } from '#client/actions/found-actions.ts';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { useKeyShortcut } from '#client/ui/key-shortcuts.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Pill } from '#client/ui/surface/surface.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import styles from './board-actions-choice.module.css';
import { actionCount, type BoardDraft, orderedActions } from './creation/board-draft.ts';
import { createBoardMessages as texts } from './create-board-messages.fr.ts';

interface BoardActionsChoiceProps {
  draft: BoardDraft;
  onChange: (revise: (draft: BoardDraft) => BoardDraft) => void;
}

/** The actions of a board to be: several of the catalogue, and own ones. */
export function BoardActionsChoice({ draft, onChange }: BoardActionsChoiceProps) {
  const catalogue = useQuery(catalogueQuery);
  const { Dialog: OwnActionDialog, ...writing } = useLazyDialog(loadOwnActionDialog);
  const { Dialog: OrderActionsDialog, ...ordering } = useLazyDialog(loadOrderActionsDialog);
  const ordered = orderedActions(draft, catalogue.data ?? []);
  const writer = useRef<HTMLButtonElement>(null);
  // Written twice it is still one action.
  const addOwn = (action: NewAction) =>
    onChange((now) => ({ ...now, own: [...now.own.filter((other) => actionKey(other) !== actionKey(action)), action] }));

  function removeOwn(action: NewAction) {
    onChange((now) => ({ ...now, own: now.own.filter((other) => other !== action) }));
    // The button may be out of sight.
    passFocusOn([writer.current], {});
  }

  return (
    <fieldset>
      <legend className={styles.legend}>{texts.actions}</legend>
      <Stack gap={3}>
        <p className={styles.hint}>{texts.actionsHint}</p>
        <Row gap={2}>
          <Button ref={writer} icon={<PenLine aria-hidden="true" />} aria-haspopup="dialog" onClick={writing.open}>
            {texts.writeAction}
          </Button>
          <Button
            icon={<ArrowDownUp aria-hidden="true" />}
            aria-label={texts.orderActions}
            aria-haspopup="dialog"
            disabled={ordered.length < 2}
            onClick={ordering.open}
          >
            {texts.orderShort}
          </Button>
          <p role="status" className={styles.count}>
            {texts.chosen({ count: actionCount(draft) })}
          </p>
        </Row>
        {draft.own.length > 0 ? (
          <Tiles as="ul" gap={3}>
            {draft.own.map((action) => (
              <li key={actionKey(action)} className={styles.item}>
                <ActionTile behaviour="checkbox" {...action} selected onSelect={() => removeOwn(action)} />
              </li>
            ))}
          </Tiles>
        ) : null}
        {catalogue.data ? (
          <Catalogue actions={catalogue.data} draft={draft} onChange={onChange} />
        ) : catalogue.isError ? (
          <ErrorBanner onRetry={catalogue.refetch}>{actionsMessages.loadFailed}</ErrorBanner>
        ) : (
          <Skeleton shape="tile" count={6} label={actionsMessages.loading} />
        )}
        {OwnActionDialog ? <OwnActionDialog open={writing.isOpen} onClose={writing.close} onWritten={addOwn} /> : null}
        {OrderActionsDialog ? (
          <OrderActionsDialog
            open={ordering.isOpen}
            onClose={ordering.close}
            actions={ordered}
            onOrder={(order) => onChange((now) => ({ ...now, order }))}
          />
        ) : null}
      </Stack>
    </fieldset>
  );
}

const loadOrderActionsDialog = async () => (await import('./order-actions-dialog.tsx')).OrderActionsDialog;
const loadOwnActionDialog = async () => (await import('./own-action-dialog.tsx')).OwnActionDialog;

function Catalogue({ actions, draft, onChange }: BoardActionsChoiceProps & { actions: readonly Action[] }) {
  const [asked, setAsked] = useState(everyAction);
  const searchKey = useKeyShortcut('/');
  const found = foundActions(actions, asked);
  const chosen = new Set(draft.chosen);

  function choose(ids: readonly string[], isChosen: boolean) {
    onChange((now) => ({
      ...now,
      chosen: isChosen ? [...new Set([...now.chosen, ...ids])] : now.chosen.filter((id) => !ids.includes(id)),
    }));
  }
  const foundIds = found.map(({ id }) => id);

  return (
    <Stack gap={3}>
      <ActionSearchBar value={asked} onChange={setAsked} found={found.length} shortcut={searchKey} />
      <Row gap={2}>
        <Pill disabled={foundIds.every((id) => chosen.has(id))} onClick={() => choose(foundIds, true)}>
          {texts.chooseAll}
        </Pill>
        <Pill disabled={!foundIds.some((id) => chosen.has(id))} onClick={() => choose(foundIds, false)}>
          {texts.chooseNone}
        </Pill>
      </Row>
      {found.length === 0 ? <p className="hint">{actionsMessages.nothingFound}</p> : null}
      <Tiles as="ul" gap={3} className={styles.tiles}>
        {found.map(({ id, title, points, emoji }) => (
          <li key={id} className={styles.item}>
            <ActionTile
              behaviour="checkbox"
              {...{ title, points, emoji }}
              selected={chosen.has(id)}
              onSelect={(isChosen) => choose([id], isChosen)}
            />
          </li>
        ))}
      </Tiles>
    </Stack>
  );
}
