import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Action, NewAction } from '#shared/actions';
import type { BoardId } from '#shared/ids';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useDraft } from '#client/ui/drafts.ts';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useAddActions } from './action-commands.ts';
import { catalogueQuery } from './action-queries.ts';
import { ActionSearchBar } from './action-search-bar.tsx';
import { actionsMessages } from './actions-messages.fr.ts';
import styles from './add-actions-dialog.module.css';
import { editActionsMessages } from './edit-actions-messages.fr.ts';
import { type ActionSearch, everyAction, foundActions } from './found-actions.ts';
import { blankAction, useOwnActionFaults } from './own-action.ts';
import { OwnActionForm } from './own-action-form.tsx';

interface AddActionsDialogProps {
  boardId: BoardId;
  /** The actions that are on the board already. */
  actions: readonly Action[];
  open: boolean;
  onClose: () => void;
}

type Way = 'catalogue' | 'own';

/** The administrator's: several actions of the catalogue at once, or one of her own. */
export function AddActionsDialog({ boardId, actions, open, onClose }: AddActionsDialogProps) {
  const texts = editActionsMessages;
  const formId = useId();
  const toasts = useToasts();
  const addActions = useAddActions(boardId);
  const catalogue = useQuery(catalogueQuery);

  const [way, setWay] = useState<Way>('catalogue');
  const [asked, setAsked] = useState<ActionSearch>(everyAction);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn, forgetOwn] = useDraft(`own-action-${boardId}`, blankAction);
  const { errors, failure, ...faults } = useOwnActionFaults();

  const onBoard = new Set(actions.map(nameOf));
  // In the order in which they were chosen. Somebody else may have added one of them meanwhile, in another window.
  const selected = [...chosen].flatMap((id) => catalogue.data?.find((action) => action.id === id && !onBoard.has(nameOf(action))) ?? []);

  function submit() {
    if (way === 'catalogue') {
      faults.forgetFailure();
      if (selected.length > 0) add(selected.map(asNewAction));
      return;
    }
    const action = faults.read(own);
    if (action) add([action], forgetOwn);
  }

  function add(added: NewAction[], onDone?: () => void) {
    addActions.mutate(added, {
      onSuccess: () => {
        onDone?.();
        onClose();
        toasts.show({ kind: 'success', message: texts.added({ count: added.length }) });
      },
      onError: (error) => faults.refuse(error, texts.addFailed, way === 'own'),
    });
  }

  function forget() {
    setWay('catalogue');
    setAsked(everyAction);
    setChosen(new Set());
    faults.forget();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      locked={addActions.isPending}
      title={texts.title}
      size="wide"
      footer={
        <>
          {way === 'catalogue' && selected.length > 0 ? (
            <p role="status" className={styles.count}>
              {texts.chosen({ count: selected.length })}
            </p>
          ) : null}
          <Button
            kind="primary"
            pending={addActions.isPending}
            disabled={way === 'catalogue' && selected.length === 0}
            {...(way === 'own' ? { type: 'submit', form: formId } : { onClick: submit })}
          >
            {addActions.isPending ? texts.submitting : texts.submit}
          </Button>
        </>
      }
    >
      <ErrorBanner>{failure}</ErrorBanner>
      <Tabs
        label={texts.title}
        tabs={[
          { value: 'catalogue', label: texts.catalogue },
          { value: 'own', label: texts.own },
        ]}
        selected={way}
        onSelect={(next) => {
          setWay(next);
          faults.forgetFailure();
        }}
      >
        {way === 'own' ? (
          <OwnActionForm id={formId} own={own} onChange={setOwn} errors={errors} onSubmit={submit} />
        ) : (
          <Catalogue
            query={catalogue}
            {...{ asked, onBoard, chosen }}
            onAsk={setAsked}
            onChoose={(id, isChosen) => setChosen((ids) => withMembership(ids, id, isChosen))}
          />
        )}
      </Tabs>
    </Dialog>
  );
}

interface CatalogueProps {
  query: { data: Action[] | undefined; isError: boolean; refetch: () => Promise<unknown> };
  asked: ActionSearch;
  onAsk: (asked: ActionSearch) => void;
  onBoard: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
}

function Catalogue({ query, asked, onAsk, onBoard, chosen, onChoose }: CatalogueProps) {
  if (!query.data) {
    if (!query.isError) return <Skeleton label={actionsMessages.loading} shape="tile" count={6} />;
    return <ErrorBanner onRetry={query.refetch}>{actionsMessages.loadFailed}</ErrorBanner>;
  }
  const found = foundActions(query.data, asked);
  return (
    <Stack gap={2}>
      <div className={styles.search}>
        <ActionSearchBar value={asked} onChange={onAsk} found={found.length} />
      </div>
      {found.length === 0 ? <p className={styles.nothing}>{actionsMessages.nothingFound}</p> : null}
      <Tiles as="ul" gap={3} className={styles.tiles}>
        {found.map((action) => {
          const isThere = onBoard.has(nameOf(action));
          return (
            <li key={action.id}>
              <ActionTile
                behaviour="checkbox"
                title={action.title}
                points={action.points}
                emoji={action.emoji}
                disabled={isThere}
                note={isThere ? editActionsMessages.onBoard : undefined}
                selected={chosen.has(action.id) && !isThere}
                onSelect={(isChosen) => onChoose(action.id, isChosen)}
              />
            </li>
          );
        })}
      </Tiles>
    </Stack>
  );
}

/** Two actions of the same name on one board would be taken for one another. */
function nameOf({ title }: { title: string }): string {
  return title.trim().toLocaleLowerCase('fr');
}

function asNewAction({ title, points, category, emoji }: Action): NewAction {
  return { title, points, ...(category !== null && { category }), ...(emoji !== null && { emoji }) };
}

function withMembership(ids: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isMember) next.add(id);
  else next.delete(id);
  return next;
}
