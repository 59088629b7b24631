import { type SubmitEvent, useState } from 'react';
import type { BoardId } from '#shared/ids';
import { type ContentType, contentTypes, type ShapedRequest, webhookLimits } from '#shared/webhooks';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { webhookMessages } from './webhook-messages.fr.ts';
import { useMakeWebhook } from './webhook-queries.ts';

const texts = webhookMessages.form;
const methods = ['POST', 'PUT'] as const;
type Kind = 'signed' | 'shaped';
const kinds = [
  { value: 'signed', label: texts.signed },
  { value: 'shaped', label: texts.shaped },
] as const;

interface WebhookFormProps {
  boardId: BoardId;
  onCancel: () => void;
  onMade: (secret: string | null) => void;
}

/** Where a board is to tell what happens: by a request that is signed, or by one that the person shapes. */
export function WebhookForm({ boardId, onCancel, onMade }: WebhookFormProps) {
  const make = useMakeWebhook(boardId);
  const [kind, setKind] = useState<Kind>('signed');
  const [url, setUrl] = useState('');
  const [method, setMethod] = useState<ShapedRequest['method']>('POST');
  const [contentType, setContentType] = useState<ContentType>('application/json');
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('{"title": "{{title}}", "message": "{{body}}"}');
  const refused = make.error instanceof Refused ? make.error : null;
  const errorOf = (code: Refused['code'], ...others: Refused['code'][]) =>
    refused && [code, ...others].includes(refused.code) ? refused.sentence : null;
  const errors = {
    url: errorOf('webhook_address_invalid', 'webhook_address_refused'),
    headers: errorOf('webhook_headers_invalid'),
    body: errorOf('webhook_body_invalid'),
  };
  const isNamed = Object.values(errors).some((error) => error !== null);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const shaped = { method, contentType, headers: headersIn(headers), body };
    make.mutate({ url: url.trim(), ...(kind === 'shaped' && { shaped }) }, { onSuccess: ({ secret }) => onMade(secret) });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <Segmented legend={texts.kind} options={kinds} value={kind} onChoose={setKind} />
        <p className="hint">{kind === 'signed' ? texts.signedText : texts.shapedText}</p>
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          error={errors.url}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={webhookLimits.urlMax}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        {kind === 'shaped' ? (
          <>
            <Tiles gap={3}>
              <SelectField
                label={texts.method}
                value={method}
                onChoose={(chosen) => setMethod(methods.find((one) => one === chosen) ?? 'POST')}
              >
                {methods.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </SelectField>
              <SelectField
                label={texts.contentType}
                value={contentType}
                onChoose={(chosen) => setContentType(contentTypes.find((one) => one === chosen) ?? 'text/plain')}
              >
                {contentTypes.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </SelectField>
            </Tiles>
            <Lines label={texts.headers} hint={texts.headersHint} error={errors.headers} value={headers} onChange={setHeaders} />
            <Lines label={texts.body} hint={texts.bodyHint} error={errors.body} value={body} onChange={setBody} />
          </>
        ) : null}
        {make.isError && !isNamed ? <ErrorBanner>{refused ? refused.sentence : webhookMessages.failed}</ErrorBanner> : null}
        <div className={screen.buttons}>
          <Button onClick={onCancel}>{words.cancel}</Button>
          <Button kind="primary" type="submit" pending={make.isPending}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface LinesProps {
  label: string;
  hint: string;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
}

function Lines({ label, hint, error, value, onChange }: LinesProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tied) => (
        <textarea
          {...tied}
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** One of each line, as in 'Name: value'. What is no header is sent as it is, and refused. */
function headersIn(text: string): ShapedRequest['headers'] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      return { name: name.trim(), value: rest.join(':').trim() };
    });
}
