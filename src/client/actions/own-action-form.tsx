import { Minus, Plus, SmilePlus } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { actionLimits } from '#shared/action-limits';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { signed } from '#client/ui/signed.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { editActionsMessages } from './edit-actions-messages.fr.ts';
import styles from './own-action-form.module.css';
import { type OwnAction, type OwnActionErrors, steppedPoints, typedPoints } from './own-action.ts';

const loadEmojiPicker = async () => (await import('./emoji-picker.tsx')).EmojiPicker;
const usualPoints = [5, 10, 15, 20, 30];

interface OwnActionFormProps {
  /** The form's id, so that a button outside it can submit it. */
  id: string;
  own: OwnAction;
  onChange: (own: OwnAction) => void;
  errors: OwnActionErrors;
  onSubmit: () => void;
}

export function OwnActionForm({ id, own, onChange, errors, onSubmit }: OwnActionFormProps) {
  const { name, nameExample, sign, points, gain, loss, fewer, more, presets, emoji, emojiHint, chooseEmoji, category, categoryHint } =
    editActionsMessages;
  const { Dialog: EmojiPicker, ...picking } = useLazyDialog(loadEmojiPicker);
  const form = useRef<HTMLFormElement>(null);
  const shownErrors = useRef(errors);
  // Only what is wrong since the form is there: one that comes back with its errors leaves the focus alone.
  useEffect(() => {
    if (shownErrors.current === errors) return;
    shownErrors.current = errors;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  const signs = [
    { label: gain, symbol: '+', isLoss: false },
    { label: loss, symbol: '\u2212', isLoss: true },
  ];
  return (
    <form ref={form} id={id} noValidate onSubmit={submit}>
      <Stack>
        <TextField
          label={name}
          placeholder={nameExample}
          required
          maxLength={actionLimits.titleMax}
          value={own.title}
          error={errors.title}
          onChange={(event) => onChange({ ...own, title: event.target.value })}
        />
        <Stack>
          <fieldset className={styles.signs}>
            <legend className="visually-hidden">{sign}</legend>
            {signs.map(({ label, symbol, isLoss }) => (
              <label key={symbol} className={styles.sign} data-sign={isLoss ? 'minus' : 'plus'}>
                <input type="radio" name={`${id}-sign`} checked={own.isLoss === isLoss} onChange={() => onChange({ ...own, isLoss })} />
                <span aria-hidden="true" className={styles.symbol}>
                  {symbol}
                </span>
                {label}
              </label>
            ))}
          </fieldset>
          <Stack gap={2}>
            <TextField
              label={points}
              placeholder="20"
              inputMode="numeric"
              autoComplete="off"
              required
              value={own.points}
              error={errors.points}
              onChange={(event) => onChange(typedPoints(own, event.target.value))}
              end={
                <>
                  <IconButton label={fewer} icon={<Minus aria-hidden="true" />} onClick={() => onChange(steppedPoints(own, -1))} />
                  <IconButton label={more} icon={<Plus aria-hidden="true" />} onClick={() => onChange(steppedPoints(own, 1))} />
                </>
              }
            />
            <Row gap={2} role="group" aria-label={presets}>
              {usualPoints.map((size) => (
                <button
                  key={size}
                  type="button"
                  className={styles.preset}
                  data-sign={own.isLoss ? 'minus' : 'plus'}
                  aria-pressed={own.points === String(size)}
                  onClick={() => onChange({ ...own, points: String(size) })}
                >
                  {signed(own.isLoss ? -size : size)}
                </button>
              ))}
            </Row>
          </Stack>
        </Stack>
        <Row align="start" className={styles.pair}>
          <TextField
            label={category}
            hint={categoryHint}
            autoComplete="off"
            maxLength={actionLimits.categoryMax}
            value={own.category}
            onChange={(event) => onChange({ ...own, category: event.target.value })}
          />
          <TextField
            label={emoji}
            hint={emojiHint}
            placeholder="🥐"
            autoComplete="off"
            value={own.emoji}
            error={errors.emoji}
            onChange={(event) => onChange({ ...own, emoji: event.target.value })}
            end={
              <IconButton
                label={chooseEmoji}
                icon={<SmilePlus aria-hidden="true" />}
                aria-expanded={picking.isOpen}
                onClick={picking.isOpen ? picking.close : picking.open}
              />
            }
          />
        </Row>
        {EmojiPicker && picking.isOpen ? (
          <EmojiPicker value={own.emoji} onChoose={(chosen) => onChange({ ...own, emoji: chosen })} />
        ) : null}
      </Stack>
    </form>
  );
}
