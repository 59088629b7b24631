/** Webhooks: where a board tells what happens on it (decision record 0106). */
import * as z from 'zod/mini';
import { webhookDeliveryId, webhookId } from './ids.ts';

export const webhookLimits = {
  perBoard: 3,
  urlMax: 2000,
  headersMax: 8,
  headerNameMax: 64,
  headerValueMax: 1000,
  bodyMax: 4000,
  /** The newest, in the log of a webhook. */
  deliveriesShown: 50,
  /** In milliseconds: how long the log goes back. */
  logLasts: 7 * 24 * 60 * 60 * 1000,
  /** In milliseconds: how long what is sent is signed with a secret that was changed, too, and with how many of them. */
  oldSecretLasts: 24 * 60 * 60 * 1000,
  oldSecretsMax: 3,
} as const;

/** What a webhook is told of, closed. `test` is sent when its administrator asks for it. */
export const webhookTypes = ['activity.logged', 'activity.undone', 'member.joined', 'season.over', 'test'] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** The version of what is sent. A part that is added leaves it as it is. */
export const webhookVersion = 1;

/** `gone`: the address answered 410. */
export const webhookOffs = ['chosen', 'gone'] as const;
export type WebhookOff = (typeof webhookOffs)[number];

export const webhookStates = ['waiting', 'delivered', 'failed'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** What becomes of an attempt where no status says it. */
export const webhookFailures = ['address_refused', 'name_unknown', 'no_answer', 'switched_off', 'unreadable'] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

export function isFailure(answer: string): answer is WebhookFailure {
  return (webhookFailures as readonly string[]).includes(answer);
}

/** A status of three digits, or one of {@link webhookFailures}. */
export type WebhookAnswer = string;

/** How the body of a shaped request is read, by which the values in it are escaped. */
export const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'] as const;
export type ContentType = (typeof contentTypes)[number];

/** Headers that say how the request is sent. */
const isOurs = /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|cookie)$/i;

const header = z.strictObject({
  name: z.string().check(
    z.maxLength(webhookLimits.headerNameMax, { error: 'webhook_headers_invalid', abort: true }),
    z.regex(/^[A-Za-z0-9-]+$/, 'webhook_headers_invalid'),
    z.refine((name) => !isOurs.test(name), { error: 'webhook_headers_invalid' }),
  ),
  // What a header may hold and every program reads alike: nothing of it breaks the line.
  value: z
    .string()
    .check(
      z.maxLength(webhookLimits.headerValueMax, { error: 'webhook_headers_invalid', abort: true }),
      z.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'webhook_headers_invalid'),
    ),
});

export const shapedRequest = z.strictObject({
  method: z.enum(['POST', 'PUT']),
  contentType: z.enum(contentTypes),
  headers: z.array(header).check(z.maxLength(webhookLimits.headersMax, 'webhook_headers_invalid')),
  /** `{{title}}` and `{{body}}` stand for the name of the board and a sentence. */
  body: z.string().check(z.maxLength(webhookLimits.bodyMax, 'webhook_body_invalid')),
});
export type ShapedRequest = z.output<typeof shapedRequest>;

export const makeWebhook = z.strictObject({
  url: z.string().check(z.minLength(1, 'webhook_address_invalid'), z.maxLength(webhookLimits.urlMax, 'webhook_address_invalid')),
  /** Without it the request is that of Standard Webhooks, signed. */
  shaped: z.optional(shapedRequest),
});
export type MakeWebhook = z.output<typeof makeWebhook>;

/** As every member sees it: of the address the host alone. */
export const webhook = z.object({
  id: webhookId,
  /** Empty where it cannot be read. */
  host: z.string(),
  isSigned: z.boolean(),
  off: z.nullable(z.enum(webhookOffs)),
});
export type Webhook = z.infer<typeof webhook>;

/** `isLeftOut`: nothing of what the person who asks does is sent. */
export const webhooks = z.object({ webhooks: z.array(webhook), isLeftOut: z.boolean() });
export type Webhooks = z.infer<typeof webhooks>;

/** `secret` is never told again; null for a request that is not signed. */
export const madeWebhook = z.object({ webhook, secret: z.nullable(z.string()) });
export const changedSecret = z.object({ secret: z.string() });

export const changeWebhook = z.strictObject({ isOn: z.boolean() });

export const webhookDelivery = z.object({
  id: webhookDeliveryId,
  type: z.enum(webhookTypes),
  state: z.enum(webhookStates),
  tries: z.int(),
  answer: z.nullable(z.string()),
  /** In milliseconds since 1970. */
  createdAt: z.int(),
  triedAt: z.nullable(z.int()),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** The newest first. */
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery) });
